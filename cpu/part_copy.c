/* See part_copy.h. Source: Linux manual, process_vm_readv(2) and PR_SET_PTRACER in prctl(2). */
#include "cpu/part_copy.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "common/size.h"
#include "common/timing.h"

enum { PIECES = 64 }; /* of a row in a call */

PartOwner part_copy_own(void)
{
    static uint64_t token;
    token = (uint64_t)(timing_date_s() * 1e6) ^ (uint64_t)getpid() << 40;
    (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0); /* fails where that is permitted anyway */
    return (PartOwner){.pid = (int)getpid(), .token = token, .token_at = &token};
}

bool part_copy_permitted(const PartOwner *owner)
{
    uint64_t token = 0;
    const struct iovec here = {&token, sizeof token}, there = {(void *)owner->token_at, sizeof token};
    return process_vm_readv(owner->pid, &here, 1, &there, 1, 0) == (ssize_t)sizeof token &&
           token == owner->token;
}

typedef struct Copy {
    const PartOwner *owner;
    GridPart part;
    const Distribution *rows, *columns;
    char *whole, *own;
    size_t element_bytes;
    PartDirection direction;
} Copy;

/* Index in the matrix of a member's i-th row or column. */
static size_t index_of(const Distribution *distribution, unsigned member, size_t i)
{
    return (i / distribution->block * distribution->devices + member) * distribution->block +
           i % distribution->block;
}

/* Contiguous memory here, the pieces there. 0 or an errno. */
static int copy_pieces(const Copy *copy, char *own, size_t bytes, const struct iovec *pieces, size_t count)
{
    const struct iovec here = {own, bytes};
    if (copy->owner->pid == (int)getpid()) {
        for (size_t i = 0; i < count; own += pieces[i].iov_len, i++) {
            copy->direction == PART_FROM_WHOLE ? memcpy(own, pieces[i].iov_base, pieces[i].iov_len)
                                               : memcpy(pieces[i].iov_base, own, pieces[i].iov_len);
        }
        return 0;
    }
    errno = EFAULT; /* of a copy that ends early */
    const ssize_t copied = copy->direction == PART_FROM_WHOLE
                               ? process_vm_readv(copy->owner->pid, &here, 1, pieces, count, 0)
                               : process_vm_writev(copy->owner->pid, &here, 1, pieces, count, 0);
    return copied == (ssize_t)bytes ? 0 : errno;
}

static int copy_row(const Copy *copy, size_t row)
{
    const size_t whole_row = index_of(copy->rows, copy->part.row, row) * copy->columns->n;
    char *own = copy->own + row * copy->part.columns * copy->element_bytes;
    size_t column = 0;
    int failed = 0;
    while (failed == 0 && column < copy->part.columns) {
        struct iovec pieces[PIECES];
        size_t count = 0, bytes = 0;
        for (; count < PIECES && column < copy->part.columns; count++) {
            const size_t width = size_min(copy->columns->block, copy->part.columns - column);
            const size_t at = whole_row + index_of(copy->columns, copy->part.column, column);
            pieces[count] =
                (struct iovec){copy->whole + at * copy->element_bytes, width * copy->element_bytes};
            bytes += pieces[count].iov_len;
            column += width;
        }
        failed = copy_pieces(copy, own, bytes, pieces, count);
        own += bytes;
    }
    return failed;
}

int part_copy(const PartOwner *owner, const GridShape *shape, unsigned rank, void *whole, void *part,
              size_t element_bytes, PartDirection direction, unsigned threads, Error *error)
{
    const Copy copy = {.owner = owner,
                       .part = grid_part(shape, rank),
                       .rows = &shape->of_rows,
                       .columns = &shape->of_columns,
                       .whole = whole,
                       .own = part,
                       .element_bytes = element_bytes,
                       .direction = direction};
    int failed = 0;
#pragma omp parallel for num_threads(threads)
    for (size_t row = 0; row < copy.part.rows; row++) {
        const int status = copy_row(&copy, row);
        if (status != 0) {
#pragma omp atomic write
            failed = status;
        }
    }
    (void)threads; /* without OpenMP */
    return failed == 0
               ? 0
               : error_set(error, "cannot copy a part of a matrix between processes: %s", strerror(failed));
}

/* See part_copy.h. Source: Linux manual, memfd_create(2) and /proc/PID/fd in proc(5). */
#include "cpu/part_copy.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/size.h"

PartFile part_share(const Guarded *whole)
{
    PartFile file = {.pid = (int)getpid(),
                     .descriptor = memfd_create("speedup matrix", MFD_CLOEXEC),
                     .bytes = whole->pages_bytes,
                     .begins = (size_t)((unsigned char *)whole->memory - whole->pages)};
    struct stat status;
    if (file.descriptor >= 0 &&
        (ftruncate(file.descriptor, (off_t)file.bytes) != 0 || fstat(file.descriptor, &status) != 0 ||
         mmap(whole->pages, file.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file.descriptor, 0) ==
             MAP_FAILED)) {
        close(file.descriptor);
        file.descriptor = -1;
    }
    if (file.descriptor >= 0) {
        file.device = (uint64_t)status.st_dev;
        file.inode = (uint64_t)status.st_ino;
    }
    return file;
}

void *part_map(const PartFile *file)
{
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", file->pid, file->descriptor);
    const int descriptor = file->descriptor < 0 ? -1 : open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) {
        return NULL;
    }
    void *pages = MAP_FAILED;
    if (fstat(descriptor, &status) == 0 && (uint64_t)status.st_dev == file->device &&
        (uint64_t)status.st_ino == file->inode) {
        pages = mmap(NULL, file->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    }
    close(descriptor);
    return pages == MAP_FAILED ? NULL : (char *)pages + file->begins;
}

void part_unmap(const PartFile *file, void *whole)
{
    if (whole != NULL) {
        munmap((char *)whole - file->begins, file->bytes);
    }
}

typedef struct Copy {
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

static void copy_row(const Copy *copy, size_t row)
{
    const size_t whole_row = index_of(copy->rows, copy->part.row, row) * copy->columns->n;
    char *own = copy->own + row * copy->part.columns * copy->element_bytes;
    for (size_t column = 0; column < copy->part.columns; column += copy->columns->block) {
        const size_t width = size_min(copy->columns->block, copy->part.columns - column);
        const size_t at = whole_row + index_of(copy->columns, copy->part.column, column);
        char *there = copy->whole + at * copy->element_bytes;
        const size_t bytes = width * copy->element_bytes;
        copy->direction == PART_FROM_WHOLE ? memcpy(own, there, bytes) : memcpy(there, own, bytes);
        own += bytes;
    }
}

void part_copy(const GridShape *shape, unsigned rank, void *whole, void *part, size_t element_bytes,
               PartDirection direction, unsigned threads)
{
    const Copy copy = {.part = grid_part(shape, rank),
                       .rows = &shape->of_rows,
                       .columns = &shape->of_columns,
                       .whole = whole,
                       .own = part,
                       .element_bytes = element_bytes,
                       .direction = direction};
#pragma omp parallel for num_threads(threads)
    for (size_t row = 0; row < copy.part.rows; row++) {
        copy_row(&copy, row);
    }
    (void)threads; /* without OpenMP */
}

/* Parts of matrices: copies within rank 0's node, messages to other nodes. See ranks_parts.h.
 * Library: MPI
 *
 * Messages would all pass through rank 0, which has the whole matrices. So it keeps them in memory that other
 * processes map: all processes of its node copy at the same time, each with several threads.
 *
 * Limits: Linux; a process that may not open the other's files (/proc/PID/fd) gets messages.
 * Source: Linux manual, memfd_create(2) and /proc/PID/fd in proc(5). */
#include "cpu/ranks_parts.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/size.h"
#include "cpu/ranks_job.h"

/* The layout of process `rank`'s part in a whole matrix, row by row; empty if it has no part. */
static MPI_Datatype part_layout(const GridShape *shape, int rank, MPI_Datatype element)
{
    const int n = (int)shape->of_rows.n;
    const int sizes[] = {n, n}, cyclic[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_CYCLIC};
    const int blocks[] = {(int)shape->of_rows.block, (int)shape->of_columns.block};
    const int grid[] = {(int)shape->rows, (int)shape->columns};
    MPI_Datatype type;
    MPI_Type_create_darray(grid[0] * grid[1], rank, 2, sizes, cyclic, blocks, grid, MPI_ORDER_C, element,
                           &type);
    MPI_Type_commit(&type);
    return type;
}

static bool has_part(const GridShape *shape, int rank)
{
    const GridPart part = grid_part(shape, (unsigned)rank);
    return part.rows > 0 && part.columns > 0;
}

int parts_open(Parts *parts, const Grid *grid, const Point *point, unsigned threads, Error *error)
{
    const size_t count = (size_t)rank_job.count;
    *parts = (Parts){.grid = grid,
                     .element = element_datatype(point),
                     .element_bytes = type_size(point->type),
                     .threads = threads};
    if (rank_job.own != 0) {
        return 0;
    }
    parts->requests = calloc(count, sizeof *parts->requests);
    parts->layouts = calloc(count, sizeof *parts->layouts);
    parts->copying = calloc(count, sizeof *parts->copying);
    for (size_t rank = 0; parts->layouts != NULL && rank < count; rank++) {
        parts->layouts[rank] = MPI_DATATYPE_NULL;
    }
    return parts->requests != NULL && parts->layouts != NULL && parts->copying != NULL
               ? 0
               : error_set(error, "no memory for %zu processes", count);
}

void parts_close(Parts *parts)
{
    for (int rank = 0; parts->layouts != NULL && rank < rank_job.count; rank++) {
        if (parts->layouts[rank] != MPI_DATATYPE_NULL) {
            MPI_Type_free(&parts->layouts[rank]);
        }
    }
    free(parts->layouts);
    free(parts->copying);
    free(parts->requests);
}

void rank_matrix_share(RankMatrix *matrix)
{
    const Guarded *whole = &matrix->whole;
    PartFile *file = &matrix->file;
    struct stat status;
    *file = (PartFile){.pid = (int)getpid(),
                       .descriptor = memfd_create("speedup matrix", MFD_CLOEXEC),
                       .bytes = whole->pages_bytes,
                       .begins = (size_t)((unsigned char *)whole->memory - whole->pages)};
    if (file->descriptor < 0) {
        return;
    }
    if (ftruncate(file->descriptor, (off_t)file->bytes) != 0 || fstat(file->descriptor, &status) != 0 ||
        mmap(whole->pages, file->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file->descriptor,
             0) == MAP_FAILED) {
        close(file->descriptor);
        file->descriptor = -1;
        return;
    }
    file->device = (uint64_t)status.st_dev;
    file->inode = (uint64_t)status.st_ino;
}

/* The matrix of another process; NULL if this process cannot map it. */
static void *map_matrix(const PartFile *file)
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

void rank_matrix_free(RankMatrix *matrix)
{
    if (matrix->mapped != NULL) {
        munmap((char *)matrix->mapped - matrix->file.begins, matrix->file.bytes);
    }
    if (matrix->whole.memory != NULL && matrix->file.descriptor >= 0) {
        close(matrix->file.descriptor);
    }
    guarded_free(&matrix->whole);
    guarded_free(&matrix->part);
}

/* Where a process finds a whole matrix; NULL if it cannot. */
static void *whole_matrix(const RankMatrix *matrix)
{
    return rank_job.own == 0 ? matrix->whole.memory : matrix->mapped;
}

/* Processes of rank 0's node copy their parts themselves, if they can map its matrices. */
void parts_share(Parts *parts, RankMatrix *const matrices[], size_t count)
{
    int copies = 1;
    for (size_t i = 0; i < count; i++) {
        MPI_Bcast(&matrices[i]->file, sizeof matrices[i]->file, MPI_BYTE, 0, MPI_COMM_WORLD);
        if (rank_job.own != 0 && rank_job.node_first == 0) {
            matrices[i]->mapped = map_matrix(&matrices[i]->file);
        }
        copies = copies && whole_matrix(matrices[i]) != NULL;
    }
    MPI_Gather(&copies, 1, MPI_INT, parts->copying, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int rank = 0; rank_job.own == 0 && rank < rank_job.count; rank++) {
        if (parts->copying[rank] == 0 && has_part(&parts->grid->shape, rank)) {
            parts->layouts[rank] = part_layout(&parts->grid->shape, rank, parts->element);
        }
    }
    parts->copies = copies != 0;
}

/* Index in the matrix of a member's i-th row or column. */
static size_t index_of(const Distribution *distribution, unsigned member, size_t i)
{
    return (i / distribution->block * distribution->devices + member) * distribution->block +
           i % distribution->block;
}

/* Copies a row of this process's part from (out) the whole matrix or to it. */
static void copy_row(const Parts *parts, char *whole, char *part, size_t row, bool out)
{
    const Grid *grid = parts->grid;
    const Distribution *columns = &grid->shape.of_columns;
    const size_t whole_row = index_of(&grid->shape.of_rows, grid->row, row) * columns->n;
    char *own = part + row * grid->own_columns * parts->element_bytes;
    for (size_t column = 0; column < grid->own_columns; column += columns->block) {
        const size_t bytes = size_min(columns->block, grid->own_columns - column) * parts->element_bytes;
        const size_t at = whole_row + index_of(columns, grid->column, column);
        char *there = whole + at * parts->element_bytes;
        out ? memcpy(own, there, bytes) : memcpy(there, own, bytes);
        own += bytes;
    }
}

/* The same by messages, for the processes that do not copy. */
static void send_parts(const Parts *parts, void *whole, void *part, bool out)
{
    const Grid *grid = parts->grid;
    MPI_Request *const requests = parts->requests;
    MPI_Request own = MPI_REQUEST_NULL;
    MPI_Datatype row; /* so that counts of elements fit an int */
    MPI_Type_contiguous((int)grid->own_columns, parts->element, &row);
    MPI_Type_commit(&row);
    if (!parts->copies && has_part(&grid->shape, rank_job.own)) {
        (out ? MPI_Irecv(part, (int)grid->own_rows, row, 0, 0, MPI_COMM_WORLD, &own)
             : MPI_Isend(part, (int)grid->own_rows, row, 0, 0, MPI_COMM_WORLD, &own));
    }
    for (int rank = 0; requests != NULL && rank < rank_job.count; rank++) {
        requests[rank] = MPI_REQUEST_NULL;
        if (parts->layouts[rank] != MPI_DATATYPE_NULL) {
            (out ? MPI_Isend(whole, 1, parts->layouts[rank], rank, 0, MPI_COMM_WORLD, &requests[rank])
                 : MPI_Irecv(whole, 1, parts->layouts[rank], rank, 0, MPI_COMM_WORLD, &requests[rank]));
        }
    }
    if (requests != NULL) {
        MPI_Waitall(rank_job.count, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Wait(&own, MPI_STATUS_IGNORE);
    MPI_Type_free(&row);
}

void parts_move(const Parts *parts, const RankMatrix *matrix, void *part, bool out)
{
    if (parts->copies) {
        char *const whole = whole_matrix(matrix);
#pragma omp parallel for num_threads(parts->threads)
        for (size_t row = 0; row < parts->grid->own_rows; row++) {
            copy_row(parts, whole, part, row, out);
        }
    }
    send_parts(parts, matrix->whole.memory, part, out);
}

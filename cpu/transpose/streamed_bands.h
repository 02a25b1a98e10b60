/* Bands of blocks of transpose cpu/streamed, for words of one size. streamed.c includes this file once per
 * size and defines BITS, the word, and NAME(name), which is name_32 or name_64. */

#define MATRICES NAME(Matrices)
#define BLOCK_WORDS (64 / sizeof(BITS)) /* elements per line, and lines per block */

/* Transposes the block at `in`, rows of n elements, to `out`, rows of `stride`. `past`: by non-temporal
 * stores, to whole lines. */
typedef void NAME(TransposeBlock)(size_t n, const BITS *in, size_t stride, BITS *out, bool past);

typedef struct MATRICES {
    NAME(TransposeBlock) * transpose;
    size_t rows, n; /* of in, n x rows of out */
    const BITS *in;
    BITS *out;
} MATRICES;

/* Rows first .. end - 1 of in, columns left .. right - 1, one element at a time. */
static void NAME(transpose_rest)(const MATRICES *m, size_t first, size_t end, size_t left, size_t right)
{
    for (size_t j = left; j < right; j++) {
        for (size_t i = first; i < end; i++) {
            m->out[j * m->rows + i] = m->in[i * m->n + j];
        }
    }
}

/* Transposes the blocks of rows first .. end - 1 of in at column j, one below the other; the first one goes
 * to `out`. */
static void NAME(transpose_blocks)(const MATRICES *m, size_t first, size_t end, size_t j, size_t stride,
                                   BITS *out, bool past)
{
    for (size_t i = first; i < end; i += BLOCK_WORDS) {
        for (size_t row = i; row < i + BLOCK_WORDS; row++) {
            _mm_prefetch((const char *)(m->in + row * m->n + j + AHEAD / sizeof(BITS)), _MM_HINT_T1);
        }
        m->transpose(m->n, m->in + i * m->n + j, stride, out + (i - first), past);
    }
}

/* A band where both sides are multiples of BLOCK_WORDS: every block of out is whole lines. */
static void NAME(transpose_band)(const MATRICES *m, size_t first, size_t end)
{
    for (size_t j = 0; j < m->n; j += BLOCK_WORDS) {
        NAME(transpose_blocks)(m, first, end, j, m->rows, m->out + j * m->rows + first, true);
    }
}

/* Writes one line by non-temporal stores. SSE2 suffices: four consecutive quarters are combined into one
 * line. */
static void NAME(send_line)(const BITS *from, BITS *to)
{
    UNROLL
    for (size_t quarter = 0; quarter < BLOCK_WORDS; quarter += BLOCK_WORDS / 4) {
        _mm_stream_si128((void *)(to + quarter), _mm_load_si128((const void *)(from + quarter)));
    }
}

/* A band of any other matrix. The elements of this band begin anywhere in a line of a row of out. So
 * BLOCK_WORDS rows are assembled in a buffer, each at the same offset within a line as in out: rows of the
 * buffer are as long, modulo a line, as rows of out. Complete lines are written. The beginning of the next
 * line is kept in `begun`, one line per row of out, for the band below. */
static void NAME(transpose_band_anywhere)(const MATRICES *m, size_t first, size_t end, bool is_first,
                                          BITS *begun)
{
    /* The elements of a band, and the preceding ones in their line. */
    enum { LINES = BAND + BLOCK_WORDS };
    _Alignas(64) BITS buffer[BLOCK_WORDS * (LINES + BLOCK_WORDS + BLOCK_WORDS)];
    const size_t n = m->n, rows = m->rows, stride = LINES + BLOCK_WORDS + rows % BLOCK_WORDS;
    for (size_t j = 0; j < n - n % BLOCK_WORDS; j += BLOCK_WORDS) {
        size_t into = (j * rows + first) % BLOCK_WORDS;
        for (size_t row = 0; row < BLOCK_WORDS; row++) {
            memcpy(buffer + (row * stride + into) / BLOCK_WORDS * BLOCK_WORDS,
                   begun + (j + row) * BLOCK_WORDS, BLOCK_WORDS * sizeof(BITS));
        }
        NAME(transpose_blocks)(m, first, end, j, stride, buffer + into, false);
        for (size_t row = 0; row < BLOCK_WORDS; row++) {
            size_t at = row * stride + into, before = at % BLOCK_WORDS,
                   lines = (before + end - first) / BLOCK_WORDS;
            const BITS *from = buffer + at - before;
            BITS *to = m->out + (j + row) * rows + first - before;
            size_t line = is_first && before > 0; /* another thread writes its beginning */
            if (line > 0) {
                memcpy(to + before, from + before, (BLOCK_WORDS - before) * sizeof(BITS));
            }
            for (; line < lines; line++) {
                NAME(send_line)(from + line * BLOCK_WORDS, to + line * BLOCK_WORDS);
            }
            memcpy(begun + (j + row) * BLOCK_WORDS, from + lines * BLOCK_WORDS, BLOCK_WORDS * sizeof(BITS));
        }
    }
}

/* Rows first .. end - 1 of in, whole blocks, of any matrix. */
static void NAME(transpose_anywhere)(const MATRICES *m, size_t first, size_t end, BITS *begun)
{
    const size_t rows = m->rows, columns = m->n - m->n % BLOCK_WORDS;
    for (size_t i = first; i < end; i += BAND) {
        NAME(transpose_band_anywhere)(m, i, size_min(end, i + BAND), i == first, begun);
    }
    for (size_t j = 0; j < columns && first < end; j++) { /* lines that no band below completes */
        size_t begun_elements = (j * rows + end) % BLOCK_WORDS;
        memcpy(m->out + j * rows + end - begun_elements, begun + j * BLOCK_WORDS,
               begun_elements * sizeof(BITS));
    }
    NAME(transpose_rest)(m, first, end, columns, m->n);
}

static void NAME(transpose)(const Task *task)
{
    MATRICES m = {isa_widest() == ISA_AVX512 ? NAME(transpose_avx512) : NAME(transpose_avx2), task->point->m,
                  task->point->n, task->a, task->out};
    const size_t whole = m.rows - m.rows % BLOCK_WORDS;
    const bool aligned = whole == m.rows && m.n % BLOCK_WORDS == 0;
#pragma omp parallel
    {
        Range rows = thread_range(whole, BLOCK_WORDS);
        size_t end = rows.first + rows.count;
        if (aligned) {
            for (size_t i = rows.first; i < end; i += BAND) {
                NAME(transpose_band)(&m, i, size_min(end, i + BAND));
            }
        } else {
            NAME(transpose_anywhere)
            (&m, rows.first, end, (BITS *)task->workspace + thread_team().thread * m.n * BLOCK_WORDS);
        }
        _mm_sfence(); /* makes non-temporal stores visible to other threads */
    }
    NAME(transpose_rest)(&m, whole, m.rows, 0, m.n);
}

#undef MATRICES
#undef BLOCK_WORDS
#undef BITS
#undef NAME

/* Identity of the BLAS library and its number of threads. See blas.h.
 *
 * A library selects its kernels by the CPU model and silently falls back to an old core type for a model
 * newer than itself: half the speed, or a fifth. So every row names the core type, which is compared with the
 * CPU's vectors.
 * Source of the names: OpenBLAS driver/others/dynamic.c and kernel/x86_64/KERNEL.*, BLIS
 * frame/base/bli_arch.c, oneMKL mkl_service.h. */
#include "cpu/blas.h"

#include <dlfcn.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "common/text/text.h"
#include "cpu/isa.h"

typedef void SetInt(int);
typedef void SetLong(long);
typedef int GetInt(void);
typedef long GetLong(void);
typedef char *GetText(void);
typedef char *NameOf(int);
typedef void CopyText(char *, int);

/* Opened by the first use only: a library starts threads and takes memory as soon as it is loaded. */
static void *library(void)
{
    static void *opened;
    if (opened == NULL) {
        opened = dlopen(BLAS_LIBRARY, RTLD_NOW | RTLD_GLOBAL);
    }
    return opened;
}

/* Python's wheel of OpenBLAS has a prefix, so that it can be loaded beside another BLAS. */
void *blas_function(const char *name)
{
    char prefixed[80];
    if (library() == NULL) {
        return NULL;
    }
    snprintf(prefixed, sizeof prefixed, "scipy_%s", name);
    void *const function = dlsym(library(), prefixed);
    return function != NULL ? function : dlsym(library(), name);
}

const char *blas_missing(void)
{
    if (BLAS_LIBRARY[0] == '\0') {
        return "not built: no BLAS";
    }
    return library() != NULL ? NULL
                             : "no " BLAS_LIBRARY
                               ": install the library, or name its folder in LD_LIBRARY_PATH";
}

int blas_accepts(const Point *point, Error *error)
{
    if (point->n > INT_MAX) { /* the dimensions of a shape are smaller */
        return error_set(error, "n %zu: the library counts rows in a 32-bit int", point->n);
    }
    return 0;
}

/* Sets the library's number of threads and returns the number that it will use. */
static unsigned set_threads(unsigned threads)
{
    SetInt *set = (SetInt *)blas_function("openblas_set_num_threads");
    GetInt *count = (GetInt *)blas_function("openblas_get_num_threads");
    SetLong *blis = (SetLong *)blas_function("bli_thread_set_num_threads");
    if (set == NULL && blis != NULL) {
        blis((long)threads);
        GetLong *threaded = (GetLong *)blas_function("bli_info_get_enable_threading");
        return threaded == NULL || threaded() != 0 ? threads : 1;
    }
    if (set == NULL) {
        set = (SetInt *)blas_function("MKL_Set_Num_Threads");
        count = (GetInt *)blas_function("MKL_Get_Max_Threads");
    }
    if (set == NULL) {
        return 1;
    }
    set((int)threads);
    return count != NULL ? (unsigned)count() : threads;
}

int blas_open(Task *task)
{
    unsigned threads = task->point->threads;
    unsigned used = set_threads(threads);
    if (used != threads) {
        return error_set(task->error,
                         "the BLAS library uses %u thread(s) instead of %u; install one that is built with "
                         "threads, or request fewer",
                         used, threads);
    }
    return 0;
}

/* Appends which vectors the core type leaves unused, and the `remedy` (NULL: none known). */
static void warn_narrow(const char *core, const char *remedy512, const char *remedy2, char *text, size_t size)
{
    const int any_case = FNM_CASEFOLD | FNM_EXTMATCH;
    const bool has_avx512 =
        fnmatch("@(SkylakeX|Cooperlake|SapphireRapids|skx|knl|zen4|zen5)", core, any_case) == 0;
    const bool has_avx2 = has_avx512 || fnmatch("@(Haswell|Zen|zen2|zen3)", core, any_case) == 0;
    Isa isa = isa_widest();
    const char *unused = NULL, *remedy = NULL;
    if (isa == ISA_AVX512 && !has_avx512) {
        unused = "AVX-512";
        remedy = remedy512;
    } else if (isa == ISA_AVX2 && !has_avx2) {
        unused = "AVX2";
        remedy = remedy2;
    }
    if (unused != NULL) {
        text_append(text, size, "; ", "ignores this CPU's %s%s%s", unused, remedy != NULL ? ": set " : "",
                    remedy != NULL ? remedy : "");
    }
}

static void describe_openblas(char *text, size_t size)
{
    /* "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ...": name and version are enough. */
    const char *config = ((GetText *)blas_function("openblas_get_config"))();
    const char *core = ((GetText *)blas_function("openblas_get_corename"))();
    size_t name = strcspn(config, " ");
    size_t version = strcspn(config + name + strspn(config + name, " "), " ");
    snprintf(text, size, "%.*s, core %s", (int)(name + strspn(config + name, " ") + version), config, core);
    /* A library that contains all core types can be configured to use another. */
    bool dynamic = strstr(config, "DYNAMIC_ARCH") != NULL;
    warn_narrow(core, dynamic ? "OPENBLAS_CORETYPE=SkylakeX" : NULL,
                dynamic ? "OPENBLAS_CORETYPE=Haswell" : NULL, text, size);
}

static void describe_blis(char *text, size_t size)
{
    NameOf *name_of = (NameOf *)blas_function("bli_arch_string");
    GetInt *query = (GetInt *)blas_function("bli_arch_query_id");
    GetText *version = (GetText *)blas_function("bli_info_get_version_str");
    const char *core = name_of != NULL && query != NULL ? name_of(query()) : "unknown";
    snprintf(text, size, "BLIS %s, core %s", version != NULL ? version() : "of unknown version", core);
    /* BLIS numbers its core types, and the numbers may change: query their names. */
    bool skx = name_of != NULL && strcmp(name_of(0), "skx") == 0;
    bool haswell = name_of != NULL && strcmp(name_of(3), "haswell") == 0;
    warn_narrow(core, skx ? "BLIS_ARCH_TYPE=0 (skx)" : NULL, haswell ? "BLIS_ARCH_TYPE=3 (haswell)" : NULL,
                text, size);
}

void blas_describe(const Point *point, char *text, size_t size)
{
    (void)point;
    CopyText *mkl_version = (CopyText *)blas_function("MKL_Get_Version_String");
    if (blas_function("openblas_get_config") != NULL && blas_function("openblas_get_corename") != NULL) {
        describe_openblas(text, size);
    } else if (blas_function("bli_thread_set_num_threads") != NULL) {
        describe_blis(text, size);
    } else if (mkl_version != NULL) {
        char version[200] = ""; /* MKL pads with blanks and may omit the terminating 0 */
        mkl_version(version, (int)sizeof version - 1);
        for (size_t length = strlen(version); length > 0 && version[length - 1] == ' ';) {
            version[--length] = '\0';
        }
        snprintf(text, size, "MKL: %s", version);
    } else {
        snprintf(text, size, "BLAS of unknown name");
    }
}

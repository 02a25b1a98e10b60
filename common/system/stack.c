/* See stack.h. The main thread stays the main thread, which signals, MPI and OpenMP know: only its stack is
 * another. */
#include "common/system/stack.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

enum { STACK_BYTES = 8 << 20 };

static struct {
    int (*run)(int, char **);
    int argc;
    char **argv;
    int result;
} call;

static void enter(void)
{
    call.result = call.run(call.argc, call.argv);
}

int stack_call(int (*run)(int, char **), int argc, char **argv)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= STACK_BYTES) {
        return run(argc, argv);
    }
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
    ucontext_t here, there;
    void *stack =
        mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED || getcontext(&there) != 0) {
        return run(argc, argv);
    }
    mprotect(stack, (size_t)sysconf(_SC_PAGESIZE),
             PROT_NONE); /* an overflow must not write into other memory */
    there.uc_stack = (stack_t){.ss_sp = stack, .ss_size = STACK_BYTES};
    there.uc_link = &here;
    call.run = run;
    call.argc = argc;
    call.argv = argv;
    makecontext(&there, enter, 0);
    swapcontext(&here, &there);
    return call.result;
}

/* What a child process leaves. */
#include <sys/wait.h>

#include "common/system/child.h"
#include "tests/unit/unit.h"

TEST(the_shared_memory_of_llvm_openmp_is_deleted)
{
    char *words[] = {"sh", "-c", "exec >/dev/shm/__KMP_REGISTERED_LIB_$$_$(id -u); exit 3", NULL};
    const Child child = {.program = words[0], .arguments = words};
    if (access("/dev/shm", W_OK) != 0) {
        skip();
    }
    const pid_t pid = child_start(&child);
    char left[64];
    snprintf(left, sizeof left, "/dev/shm/__KMP_REGISTERED_LIB_%d_%u", (int)pid, getuid());
    assert_int_equal(WEXITSTATUS(child_wait(pid)), 3);
    assert_int_equal(access(left, F_OK), -1);
}

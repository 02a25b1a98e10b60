/* Description of the machine: test trees of /sys, control groups and names; then properties of any machine.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/machine/internal.h"
#include "common/machine/machine.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/tree.h"

static void put_cache(unsigned processor, unsigned index, const char *level, const char *type,
                      const char *size, const char *shared)
{
    const char *folder = "/sys/devices/system/cpu";
    put(level, "%s/cpu%u/cache/index%u/level", folder, processor, index);
    put(type, "%s/cpu%u/cache/index%u/type", folder, processor, index);
    put(size, "%s/cpu%u/cache/index%u/size", folder, processor, index);
    put(shared, "%s/cpu%u/cache/index%u/shared_cpu_list", folder, processor, index);
}

/* Two packages of two cores of two threads; processor 7 is offline. */
static void put_two_packages(void)
{
    static const char *const siblings[] = {"0,4", "1,5", "2,6", "3", "0,4", "1,5", "2,6"};
    put("0-6", "/sys/devices/system/cpu/online");
    put("0,8", "/sys/devices/system/node/online");
    for (unsigned i = 0; i < 7; i++) {
        const char *package = i % 4 < 2 ? "0-1,4-5" : "2-3,6";
        put(siblings[i], "/sys/devices/system/cpu/cpu%u/topology/thread_siblings_list", i);
        put(package, "/sys/devices/system/cpu/cpu%u/topology/core_siblings_list", i);
        put_cache(i, 0, "1", "Data", "48K", siblings[i]);
        put_cache(i, 1, "1", "Instruction", "32K", siblings[i]);
        put_cache(i, 2, "2", "Unified", "1M", siblings[i]);
        put_cache(i, 3, "3", "Unified", "32768K", package);
    }
}

static void sys_tree_is_counted(void **state)
{
    (void)state;
    put_two_packages();
    Topology topology;
    assert_int_equal(topology_read_sys(root, &topology), 0);
    assert_int_equal(topology.packages, 2);
    assert_int_equal(topology.cores, 4);
    assert_int_equal(topology.processors, 7);
    assert_int_equal(topology.numa_nodes, 2);
    assert_int_equal(topology.cache_count, 4);
    assert_int_equal(topology_cache_bytes(&topology, 1), 48 * 1024);
    assert_int_equal(topology_cache_bytes(&topology, 2), 1024 * 1024);
    assert_int_equal(topology_cache_bytes(&topology, 3), 32768 * 1024);
    assert_int_equal(topology_cache_bytes(&topology, 4), 0);
    assert_int_equal(topology_last_level_bytes(&topology), 2 * 32768 * 1024);
    for (unsigned i = 0; i < topology.cache_count; i++) {
        assert_int_equal(topology.caches[i].count, topology.caches[i].level == 3 ? 2 : 4);
    }
}

/* Two cores with two threads each and a high clock, four slower ones, as in laptops. */
static void slower_cores_are_told_apart(void **state)
{
    (void)state;
    static const char *const siblings[] = {"0-1", "0-1", "2-3", "2-3", "4", "5", "6", "7"};
    put("0-7", "/sys/devices/system/cpu/online");
    for (unsigned i = 0; i < 8; i++) {
        put(siblings[i], "/sys/devices/system/cpu/cpu%u/topology/thread_siblings_list", i);
        put(i < 2   ? "5000000"
            : i < 4 ? "4800000"
                    : "3600000",
            "/sys/devices/system/cpu/cpu%u/cpufreq/cpuinfo_max_freq", i);
    }
    Topology topology;
    assert_int_equal(topology_read_sys(root, &topology), 0);
    topology_read_core_types(root, &topology);
    assert_int_equal(topology.cores, 6);
    assert_int_equal(topology.fast_cores, 2);

    /* Capacities take precedence over clocks; without either all cores are of one type. */
    for (unsigned i = 0; i < 8; i++) {
        put(i < 6 ? "1024" : "400", "/sys/devices/system/cpu/cpu%u/cpu_capacity", i);
    }
    topology_read_core_types(root, &topology);
    assert_int_equal(topology.fast_cores, 4);
    put("none", "/sys/devices/system/cpu/online");
    topology_read_core_types(root, &topology);
    assert_int_equal(topology.fast_cores, 0);
    /* An explicit list takes precedence. */
    put("0-3", "/sys/devices/cpu_core/cpus");
    topology_read_core_types(root, &topology);
    assert_int_equal(topology.fast_cores, 2);
}

static void empty_sys_tree_is_refused(void **state)
{
    (void)state;
    Topology topology;
    assert_int_equal(topology_read_sys(root, &topology), -1);
    put("", "/sys/devices/system/cpu/online");
    assert_int_equal(topology_read_sys(root, &topology), -1);
}

/* ---- control groups ---- */

static void cgroup_2_limits_are_found_on_the_way_up(void **state)
{
    (void)state;
    put("0::/a/b", "/proc/self/cgroup");
    put("max", "/sys/fs/cgroup/a/b/memory.max");
    put("500", "/sys/fs/cgroup/a/b/memory.current");
    assert_true(machine_cgroup_free_bytes(root) == SIZE_MAX);
    put("1000", "/sys/fs/cgroup/a/memory.max");
    put("700", "/sys/fs/cgroup/a/memory.current");
    assert_int_equal(machine_cgroup_free_bytes(root), 300);
    /* Cached files can be reclaimed. */
    put("anon 100\ninactive_file 600\nactive_file 50", "/sys/fs/cgroup/a/memory.stat");
    assert_int_equal(machine_cgroup_free_bytes(root), 900);
    put("800", "/sys/fs/cgroup/a/b/memory.max");
    assert_int_equal(machine_cgroup_free_bytes(root), 300);
    put("400", "/sys/fs/cgroup/a/b/memory.max");
    assert_int_equal(machine_cgroup_free_bytes(root), 0);
}

static void cgroup_1_limit_is_found(void **state)
{
    (void)state;
    put("5:cpu,cpuacct:/x\n4:hugetlb,memory:/job", "/proc/self/cgroup");
    put("1000", "/sys/fs/cgroup/memory/job/memory.limit_in_bytes");
    put("600", "/sys/fs/cgroup/memory/job/memory.usage_in_bytes");
    put("cache 400\ntotal_inactive_file 100", "/sys/fs/cgroup/memory/job/memory.stat");
    assert_int_equal(machine_cgroup_free_bytes(root), 500);
}

static void inside_a_container_the_root_group_counts(void **state)
{
    (void)state;
    assert_true(machine_cgroup_free_bytes(root) == SIZE_MAX);
    put("0::/", "/proc/self/cgroup");
    put("4096", "/sys/fs/cgroup/memory.max");
    put("96", "/sys/fs/cgroup/memory.current");
    assert_int_equal(machine_cgroup_free_bytes(root), 4000);
}

static void quota_of_processor_time_is_found(void **state)
{
    (void)state;
    assert_true(isinf(machine_quota(root)));
    put("0::/a/b", "/proc/self/cgroup");
    assert_true(isinf(machine_quota(root)));
    put("max 100000", "/sys/fs/cgroup/a/b/cpu.max");
    assert_true(isinf(machine_quota(root)));
    put("150000 100000", "/sys/fs/cgroup/a/cpu.max");
    assert_float_equal(machine_quota(root), 1.5, 0);
    put("50000 100000", "/sys/fs/cgroup/a/b/cpu.max");
    assert_float_equal(machine_quota(root), 0.5, 0);
    put("nonsense", "/sys/fs/cgroup/a/b/cpu.max");
    assert_float_equal(machine_quota(root), 1.5, 0);
    /* version 1 */
    put("4:cpuset:/x\n5:cpu,cpuacct:/x", "/proc/self/cgroup");
    put("-1", "/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us");
    put("100000", "/sys/fs/cgroup/cpu/x/cpu.cfs_period_us");
    assert_true(isinf(machine_quota(root)));
    put("400000", "/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us");
    assert_float_equal(machine_quota(root), 4, 0);
}

static void a_limit_of_the_clock_changes_the_speed(void **state)
{
    (void)state;
    const uint64_t unknown = machine_speed_hash(root);
    put("3000000", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq");
    const uint64_t fast = machine_speed_hash(root);
    put("1", "/sys/devices/system/cpu/intel_pstate/no_turbo");
    const uint64_t slower = machine_speed_hash(root);
    assert_true(unknown != fast && fast != slower);
    assert_true(machine_speed_hash(root) == slower);
}

/* ---- names ---- */

static void names_keep_the_model_only(void **state)
{
    (void)state;
    static const struct {
        const char *cpu;
        unsigned cores;
        const char *gpu, *name;
    } cases[] = {
        {"AMD EPYC", 2, "", "amd-epyc-2c"},
        {"AMD EPYC 7763 64-Core Processor", 128, "", "amd-epyc-7763-128c"},
        {"AMD Ryzen 7 4800H with Radeon Graphics", 8, "", "amd-ryzen-7-4800h-8c"},
        {"Intel(R) Xeon(R) Processor @ 2.60GHz", 16, "NVIDIA H200", "intel-xeon-16c-h200"},
        {"Intel(R) Core(TM) i7-8700K CPU @ 3.70GHz", 6, "NVIDIA GeForce RTX 3060 Ti",
         "intel-core-i7-8700k-6c-rtx-3060-ti"},
        {"  AMD   EPYC  ", 1, "Tesla T4", "amd-epyc-1c-t4"},
        {"", 4, "", "4c"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[96];
        machine_make_name(cases[i].cpu, cases[i].cores, cases[i].gpu, name, sizeof name);
        assert_string_equal(name, cases[i].name);
    }
}

static void slugs_are_safe_folders(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"my-laptop", "my-laptop"},   {"My Laptop!", "my-laptop"}, {"../../etc", "etc"}, {"..", ""},
        {".hidden", "hidden"},        {"a/b\nc", "a-b-c"},         {"--x--", "x"},       {"v1.2.", "v1.2"},
        {"Gr\xc3\xbc\xc3\x9f", "gr"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char slug[32];
        machine_slug(cases[i][0], slug, sizeof slug);
        assert_string_equal(slug, cases[i][1]);
    }
    char small[8];
    machine_slug("a-very-long-name", small, sizeof small);
    assert_true(strlen(small) < sizeof small);
    assert_memory_equal(small, "a-very", 6);
}

/* ---- this machine ---- */

static void this_machine_makes_sense(void **state)
{
    (void)state;
    const Machine *machine = machine_get();
    assert_ptr_equal(machine, machine_get());
    assert_true(machine->packages >= 1 && machine->numa_nodes >= 1);
    assert_true(machine->cores >= machine->packages);
    assert_true(machine->processors >= machine->cores);
    assert_in_range(machine->usable, 1, machine->processors);
    assert_true(machine->memory_bytes > 0);
    assert_true(machine_memory_free_bytes() > 0);
    assert_true(machine_memory_free_bytes() <= machine->memory_bytes);
    assert_true(strlen(machine->name) > 0 && strlen(machine->cpu) > 0);
    assert_int_equal(strspn(machine->name, "abcdefghijklmnopqrstuvwxyz0123456789.-"), strlen(machine->name));
}

static void clock_is_a_processor_s(void **state)
{
    (void)state;
#if defined __x86_64__ || defined __aarch64__
    double hz = machine_clock_hz();
    /* Under any load, no core is slower than 200 MHz or faster than 7 GHz. */
    assert_true(hz >= 200e6 && hz <= 7e9);
#else
    assert_true(machine_clock_hz() == 0.0);
#endif
}

static void lanes_fit_the_vectors(void **state)
{
    (void)state;
    unsigned lanes = machine_lanes();
    assert_true(lanes == 1 || lanes == 4 || lanes == 8 || lanes == 16);
    assert_int_equal(strcmp(machine_get()->isa, "avx512") == 0, lanes == 16);
}

static void build_id_is_16_hex_digits(void **state)
{
    (void)state;
    const char *id = machine_build_id();
    assert_int_equal(strlen(id), 16);
    assert_int_equal(strspn(id, "0123456789abcdef"), 16);
    assert_string_not_equal(id, "0000000000000000");
}

/* In a child process, with which the limit ends. */
static void address_space_limit_counts(void **state)
{
    (void)state;
#ifdef SANITIZED
    skip();
#endif
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        /* A limit that is already exceeded leaves nothing; a later allocation would fail. */
        struct rlimit limit = {1 << 20, 1 << 20};
        _exit(setrlimit(RLIMIT_AS, &limit) == 0 && machine_memory_free_bytes() == 0 ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* ---- JSON ---- */

/* The value of `expression` in sqlite3 on the file. */
static void ask_sqlite(const char *path, const char *expression, char *answer, size_t size)
{
    char command[512];
    snprintf(command, sizeof command, "sqlite3 :memory: \"select %s from (select readfile('%s') as j)\"",
             expression, path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    if (fgets(answer, (int)size, pipe) == NULL) {
        answer[0] = '\0';
    }
    pclose(pipe);
    answer[strcspn(answer, "\n")] = '\0';
}

static void json_is_one_object(void **state)
{
    (void)state;
    if (system("sqlite3 --version >/dev/null 2>&1") != 0) {
        skip();
    }
    char path[128], answer[256];
    snprintf(path, sizeof path, "%s/machine.json", root);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    setenv("OMP_PLACES", "a \"quote\", a \\ and a\ttab", 1);
    setenv("OMP_SCHEDULE", "", 1);
    unsetenv("OMP_DYNAMIC");
    Error error;
    assert_int_equal(machine_json(file, &error), 0);
    unsetenv("OMP_PLACES");
    unsetenv("OMP_SCHEDULE");
    fclose(file);
    ask_sqlite(path, "json_valid(j)", answer, sizeof answer);
    assert_string_equal(answer, "1");
    ask_sqlite(path, "json_extract(j, '$.environment.OMP_PLACES')", answer, sizeof answer);
    assert_string_equal(answer, "a \"quote\", a \\ and a\ttab");
    ask_sqlite(path, "quote(json_extract(j, '$.environment.OMP_SCHEDULE'))", answer, sizeof answer);
    assert_string_equal(answer, "''");
    ask_sqlite(path, "json_type(j, '$.environment.OMP_DYNAMIC') is null", answer, sizeof answer);
    assert_string_equal(answer, "1");
    ask_sqlite(path, "json_extract(j, '$.name')", answer, sizeof answer);
    assert_string_equal(answer, machine_get()->name);
    ask_sqlite(path, "json_extract(j, '$.build.id')", answer, sizeof answer);
    assert_string_equal(answer, machine_build_id());
    ask_sqlite(path, "json_array_length(j, '$.caches') >= 0", answer, sizeof answer);
    assert_string_equal(answer, "1");
}

static void json_to_a_full_disk_is_an_error(void **state)
{
    (void)state;
    FILE *stream = fopen("/dev/full", "w");
    if (stream == NULL) {
        skip();
    }
    Error error = {.text = ""};
    assert_int_equal(machine_json(stream, &error), -1);
    assert_non_null(strstr(error.text, "could not be written"));
    fclose(stream);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ROOT(sys_tree_is_counted),
        WITH_ROOT(slower_cores_are_told_apart),
        WITH_ROOT(empty_sys_tree_is_refused),
        WITH_ROOT(cgroup_2_limits_are_found_on_the_way_up),
        WITH_ROOT(cgroup_1_limit_is_found),
        WITH_ROOT(quota_of_processor_time_is_found),
        WITH_ROOT(a_limit_of_the_clock_changes_the_speed),
        WITH_ROOT(inside_a_container_the_root_group_counts),
        cmocka_unit_test(names_keep_the_model_only),
        cmocka_unit_test(slugs_are_safe_folders),
        cmocka_unit_test(this_machine_makes_sense),
        cmocka_unit_test(clock_is_a_processor_s),
        cmocka_unit_test(lanes_fit_the_vectors),
        cmocka_unit_test(build_id_is_16_hex_digits),
        cmocka_unit_test(address_space_limit_counts),
        WITH_ROOT(json_is_one_object),
        cmocka_unit_test(json_to_a_full_disk_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Description of the machine: test trees of /sys, control groups and names; then properties of any machine.
 */
#include <sys/resource.h>
#include <sys/wait.h>

#include "common/machine/internal.h"
#include "common/machine/machine.h"
#include "tests/unit/folder.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/unit.h"

static void put_cache(unsigned processor, unsigned index, const char *level, const char *type,
                      const char *size, const char *shared)
{
    const char *cpus = "sys/devices/system/cpu";
    put_line(level, "%s/cpu%u/cache/index%u/level", cpus, processor, index);
    put_line(type, "%s/cpu%u/cache/index%u/type", cpus, processor, index);
    put_line(size, "%s/cpu%u/cache/index%u/size", cpus, processor, index);
    put_line(shared, "%s/cpu%u/cache/index%u/shared_cpu_list", cpus, processor, index);
}

/* Two packages of two cores of two threads; processor 7 is offline. */
static void put_two_packages(void)
{
    static const char *const siblings[] = {"0,4", "1,5", "2,6", "3", "0,4", "1,5", "2,6"};
    put_line("0-6", "sys/devices/system/cpu/online");
    put_line("0,8", "sys/devices/system/node/online");
    for (unsigned i = 0; i < 7; i++) {
        const char *package = i % 4 < 2 ? "0-1,4-5" : "2-3,6";
        put_line(siblings[i], "sys/devices/system/cpu/cpu%u/topology/thread_siblings_list", i);
        put_line(package, "sys/devices/system/cpu/cpu%u/topology/core_siblings_list", i);
        put_cache(i, 0, "1", "Data", "48K", siblings[i]);
        put_cache(i, 1, "1", "Instruction", "32K", siblings[i]);
        put_cache(i, 2, "2", "Unified", "1M", siblings[i]);
        put_cache(i, 3, "3", "Unified", "32768K", package);
    }
}

TEST(sys_tree_is_counted, IN_FOLDER)
{
    put_two_packages();
    Machine machine;
    assert_int_equal(topology_read_sys(".", &machine), 0);
    assert_int_equal(machine.packages, 2);
    assert_int_equal(machine.cores, 4);
    assert_int_equal(machine.processors, 7);
    assert_int_equal(machine.numa_nodes, 2);
    assert_int_equal(machine.cache_count, 4);
    assert_int_equal(topology_cache_bytes(&machine, 1), 48 * 1024);
    assert_int_equal(topology_cache_bytes(&machine, 2), 1024 * 1024);
    assert_int_equal(topology_cache_bytes(&machine, 3), 32768 * 1024);
    assert_int_equal(topology_cache_bytes(&machine, 4), 0);
    assert_int_equal(topology_last_level_bytes(&machine), 2 * 32768 * 1024);
    for (unsigned i = 0; i < machine.cache_count; i++) {
        assert_int_equal(machine.caches[i].count, machine.caches[i].level == 3 ? 2 : 4);
    }
}

/* Two cores with two threads each and a high clock, four slower ones, as in laptops. */
TEST(slower_cores_are_told_apart, IN_FOLDER)
{
    static const char *const siblings[] = {"0-1", "0-1", "2-3", "2-3", "4", "5", "6", "7"};
    put_line("0-7", "sys/devices/system/cpu/online");
    for (unsigned i = 0; i < 8; i++) {
        put_line(siblings[i], "sys/devices/system/cpu/cpu%u/topology/thread_siblings_list", i);
        put_line(i < 2   ? "5000000"
                 : i < 4 ? "4800000"
                         : "3600000",
                 "sys/devices/system/cpu/cpu%u/cpufreq/cpuinfo_max_freq", i);
    }
    Machine machine;
    assert_int_equal(topology_read_sys(".", &machine), 0);
    topology_read_core_types(".", &machine);
    assert_int_equal(machine.cores, 6);
    assert_int_equal(machine.fast_cores, 2);

    /* Capacities take precedence over clocks; without either all cores are of one type. */
    for (unsigned i = 0; i < 8; i++) {
        put_line(i < 6 ? "1024" : "400", "sys/devices/system/cpu/cpu%u/cpu_capacity", i);
    }
    topology_read_core_types(".", &machine);
    assert_int_equal(machine.fast_cores, 4);
    put_line("none", "sys/devices/system/cpu/online");
    topology_read_core_types(".", &machine);
    assert_int_equal(machine.fast_cores, 0);
    /* An explicit list takes precedence. */
    put_line("0-3", "sys/devices/cpu_core/cpus");
    topology_read_core_types(".", &machine);
    assert_int_equal(machine.fast_cores, 2);
}

TEST(empty_sys_tree_is_refused, IN_FOLDER)
{
    Machine machine;
    assert_int_equal(topology_read_sys(".", &machine), -1);
    put_line("", "sys/devices/system/cpu/online");
    assert_int_equal(topology_read_sys(".", &machine), -1);
}

/* ---- control groups ---- */

TEST(cgroup_2_limits_are_found_on_the_way_up, IN_FOLDER)
{
    put_line("0::/a/b", "proc/self/cgroup");
    put_line("max", "sys/fs/cgroup/a/b/memory.max");
    put_line("500", "sys/fs/cgroup/a/b/memory.current");
    assert_true(machine_cgroup_free_bytes(".") == SIZE_MAX);
    put_line("1000", "sys/fs/cgroup/a/memory.max");
    put_line("700", "sys/fs/cgroup/a/memory.current");
    assert_int_equal(machine_cgroup_free_bytes("."), 300);
    /* Cached files can be reclaimed. */
    put_line("anon 100\ninactive_file 600\nactive_file 50", "sys/fs/cgroup/a/memory.stat");
    assert_int_equal(machine_cgroup_free_bytes("."), 900);
    put_line("800", "sys/fs/cgroup/a/b/memory.max");
    assert_int_equal(machine_cgroup_free_bytes("."), 300);
    put_line("400", "sys/fs/cgroup/a/b/memory.max");
    assert_int_equal(machine_cgroup_free_bytes("."), 0);
}

TEST(cgroup_1_limit_is_found, IN_FOLDER)
{
    put_line("5:cpu,cpuacct:/x\n4:hugetlb,memory:/job", "proc/self/cgroup");
    put_line("1000", "sys/fs/cgroup/memory/job/memory.limit_in_bytes");
    put_line("600", "sys/fs/cgroup/memory/job/memory.usage_in_bytes");
    put_line("cache 400\ntotal_inactive_file 100", "sys/fs/cgroup/memory/job/memory.stat");
    assert_int_equal(machine_cgroup_free_bytes("."), 500);
}

TEST(inside_a_container_the_root_group_counts, IN_FOLDER)
{
    assert_true(machine_cgroup_free_bytes(".") == SIZE_MAX);
    put_line("0::/", "proc/self/cgroup");
    put_line("4096", "sys/fs/cgroup/memory.max");
    put_line("96", "sys/fs/cgroup/memory.current");
    assert_int_equal(machine_cgroup_free_bytes("."), 4000);
}

TEST(quota_of_processor_time_is_found, IN_FOLDER)
{
    assert_true(isinf(machine_quota(".")));
    put_line("0::/a/b", "proc/self/cgroup");
    assert_true(isinf(machine_quota(".")));
    put_line("max 100000", "sys/fs/cgroup/a/b/cpu.max");
    assert_true(isinf(machine_quota(".")));
    put_line("150000 100000", "sys/fs/cgroup/a/cpu.max");
    assert_float_equal(machine_quota("."), 1.5, 0);
    put_line("50000 100000", "sys/fs/cgroup/a/b/cpu.max");
    assert_float_equal(machine_quota("."), 0.5, 0);
    put_line("nonsense", "sys/fs/cgroup/a/b/cpu.max");
    assert_float_equal(machine_quota("."), 1.5, 0);
    /* version 1 */
    put_line("4:cpuset:/x\n5:cpu,cpuacct:/x", "proc/self/cgroup");
    put_line("-1", "sys/fs/cgroup/cpu/x/cpu.cfs_quota_us");
    put_line("100000", "sys/fs/cgroup/cpu/x/cpu.cfs_period_us");
    assert_true(isinf(machine_quota(".")));
    put_line("400000", "sys/fs/cgroup/cpu/x/cpu.cfs_quota_us");
    assert_float_equal(machine_quota("."), 4, 0);
}

TEST(a_limit_of_the_clock_changes_the_speed, IN_FOLDER)
{
    const uint64_t unknown = machine_speed_hash(".");
    put_line("3000000", "sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq");
    const uint64_t fast = machine_speed_hash(".");
    put_line("1", "sys/devices/system/cpu/intel_pstate/no_turbo");
    const uint64_t slower = machine_speed_hash(".");
    assert_true(unknown != fast && fast != slower);
    assert_true(machine_speed_hash(".") == slower);
}

/* ---- names ---- */

TEST(names_keep_the_model_only)
{
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
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char name[96];
        machine_make_name(cases[i].cpu, cases[i].cores, cases[i].gpu, name, sizeof name);
        assert_string_equal(name, cases[i].name);
    }
}

TEST(slugs_are_safe_folders)
{
    static const char *const cases[][2] = {
        {"my-laptop", "my-laptop"},   {"My Laptop!", "my-laptop"}, {"../../etc", "etc"}, {"..", ""},
        {".hidden", "hidden"},        {"a/b\nc", "a-b-c"},         {"--x--", "x"},       {"v1.2.-.", "v1.2"},
        {"Gr\xc3\xbc\xc3\x9f", "gr"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
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

TEST(this_machine_makes_sense)
{
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

TEST(clock_is_a_processor_s)
{
#if defined __x86_64__ || defined __aarch64__
    double hz = machine_clock_hz();
    /* Under any load, no core is slower than 200 MHz or faster than 7 GHz. */
    assert_true(hz >= 200e6 && hz <= 7e9);
#else
    assert_true(machine_clock_hz() == 0.0);
#endif
}

TEST(lanes_fit_the_vectors)
{
    unsigned lanes = machine_lanes();
    assert_true(lanes == 1 || lanes == 4 || lanes == 8 || lanes == 16);
    assert_int_equal(strcmp(machine_get()->isa, "avx512") == 0, lanes == 16);
}

TEST(build_id_is_16_hex_digits)
{
    const char *id = machine_build_id();
    assert_int_equal(strlen(id), 16);
    assert_int_equal(strspn(id, "0123456789abcdef"), 16);
    assert_string_not_equal(id, "0000000000000000");
}

/* In a child process, with which the limit ends. */
TEST(address_space_limit_counts)
{
    enum { IGNORED = 77 }; /* by qemu-user */
#ifdef SANITIZED
    skip();
#endif
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        /* A limit that is already exceeded leaves nothing; a later allocation would fail. */
        struct rlimit limit = {1 << 20, 1 << 20}, set;
        if (setrlimit(RLIMIT_AS, &limit) != 0 || getrlimit(RLIMIT_AS, &set) != 0) {
            _exit(1);
        }
        _exit(set.rlim_cur != limit.rlim_cur ? IGNORED : machine_memory_free_bytes() != 0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == IGNORED) {
        skip();
    }
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* ---- JSON ---- */

/* Asserts the value of `expression` in sqlite3, where j is the content of machine.json. */
static void assert_json(const char *expression, const char *expected)
{
    char command[512], answer[256] = "";
    snprintf(command, sizeof command,
             "sqlite3 :memory: \"select %s from (select readfile('machine.json') as j)\"", expression);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(answer, sizeof answer, pipe));
    pclose(pipe);
    answer[strcspn(answer, "\n")] = '\0';
    assert_string_equal(answer, expected);
}

TEST(json_is_one_object, IN_FOLDER)
{
    if (system("sqlite3 --version >/dev/null 2>&1") != 0) {
        skip();
    }
    FILE *file = fopen("machine.json", "w");
    assert_non_null(file);
    setenv("OMP_PLACES", "a \"quote\", a \\ and a\ttab", 1);
    setenv("OMP_SCHEDULE", "", 1);
    unsetenv("OMP_DYNAMIC");
    assert_ok(machine_json(file, &error));
    unsetenv("OMP_PLACES");
    unsetenv("OMP_SCHEDULE");
    fclose(file);
    assert_json("json_valid(j)", "1");
    assert_json("json_extract(j, '$.environment.OMP_PLACES')", "a \"quote\", a \\ and a\ttab");
    assert_json("quote(json_extract(j, '$.environment.OMP_SCHEDULE'))", "''");
    assert_json("json_type(j, '$.environment.OMP_DYNAMIC') is null", "1");
    assert_json("json_extract(j, '$.name')", machine_get()->name);
    assert_json("json_extract(j, '$.build.id')", machine_build_id());
    assert_json("json_array_length(j, '$.caches') >= 0", "1");
}

TEST(json_to_a_full_disk_is_an_error)
{
    FILE *stream = fopen("/dev/full", "w");
    if (stream == NULL) {
        skip();
    }
    assert_refused(machine_json(stream, &error), "could not be written");
    fclose(stream);
}

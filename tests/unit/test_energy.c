/* The energy of packages, from a made-up tree of counters. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "common/energy.h"

static char root[64];

static int make_root(void **state)
{
    (void)state;
    snprintf(root, sizeof root, "/tmp/speedup-energy-XXXXXX");
    return mkdtemp(root) == NULL ? -1 : 0;
}

static int remove_root(void **state)
{
    (void)state;
    char command[96];
    snprintf(command, sizeof command, "rm -r '%s'", root);
    return system(command);
}

static void put(int domain, const char *file, const char *content)
{
    char path[256];
    static const char *const folders[] = {"/sys", "/sys/class", "/sys/class/powercap"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(path, sizeof path, "%s%s", root, folders[i]);
        mkdir(path, 0700);
    }
    snprintf(path, sizeof path, "%s/sys/class/powercap/intel-rapl:%d", root, domain);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/sys/class/powercap/intel-rapl:%d/%s", root, domain, file);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fprintf(stream, "%s\n", content);
    fclose(stream);
}

static void put_domain(int domain, const char *name, const char *energy_uj)
{
    put(domain, "name", name);
    put(domain, "max_energy_range_uj", "262143328850");
    put(domain, "energy_uj", energy_uj);
}

static void packages_are_summed_and_the_board_is_not(void **state)
{
    (void)state;
    Energy energy;
    put_domain(0, "package-0", "1000000");
    put_domain(1, "psys", "5000000");
    put_domain(3, "package-1", "7000000");
    energy_open(&energy, root);
    assert_int_equal(energy.count, 2);
    energy_begin(&energy);
    put_domain(0, "package-0", "3500000");
    put_domain(1, "psys", "9000000");
    put_domain(3, "package-1", "7250000");
    assert_float_equal(energy_since_j(&energy), 2.75, 1e-9);
}

static void a_counter_that_went_around_goes_on(void **state)
{
    (void)state;
    Energy energy;
    put_domain(0, "package-0", "262143000000");
    put_domain(3, "psys", "0");
    energy_open(&energy, root);
    energy_begin(&energy);
    put_domain(0, "package-0", "671150");
    assert_float_equal(energy_since_j(&energy), 1.0, 1e-9);
}

static void without_counters_nothing_is_known(void **state)
{
    (void)state;
    Energy energy;
    put_domain(0, "package-0", "");
    energy_open(&energy, root);
    assert_int_equal(energy.count, 0);
    energy_begin(&energy);
    assert_true(isnan(energy_since_j(&energy)));

    /* One that cannot be read any more. */
    put_domain(0, "package-0", "5");
    energy_open(&energy, root);
    energy_begin(&energy);
    put_domain(0, "package-0", "none");
    assert_true(isnan(energy_since_j(&energy)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(packages_are_summed_and_the_board_is_not, make_root, remove_root),
        cmocka_unit_test_setup_teardown(a_counter_that_went_around_goes_on, make_root, remove_root),
        cmocka_unit_test_setup_teardown(without_counters_nothing_is_known, make_root, remove_root),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Energy of packages, from a test tree of counters. */
#include "common/machine/energy.h"
#include "tests/unit/folder.h"
#include "tests/unit/unit.h"

static void put_domain(int domain, const char *name, const char *energy_uj)
{
    put_line(name, "sys/class/powercap/intel-rapl:%d/name", domain);
    put_line("262143328850", "sys/class/powercap/intel-rapl:%d/max_energy_range_uj", domain);
    put_line(energy_uj, "sys/class/powercap/intel-rapl:%d/energy_uj", domain);
}

TEST(packages_are_summed_and_the_board_is_not, IN_FOLDER)
{
    Energy energy;
    put_domain(0, "package-0", "1000000");
    put_domain(1, "psys", "5000000");
    put_domain(3, "package-1", "7000000");
    energy_open(&energy, ".");
    assert_int_equal(energy.count, 2);
    energy_begin(&energy);
    put_domain(0, "package-0", "3500000");
    put_domain(1, "psys", "9000000");
    put_domain(3, "package-1", "7250000");
    assert_float_equal(energy_since_j(&energy), 2.75, 1e-9);
}

TEST(a_counter_that_went_around_goes_on, IN_FOLDER)
{
    Energy energy;
    put_domain(0, "package-0", "262143000000");
    put_domain(3, "psys", "0");
    energy_open(&energy, ".");
    energy_begin(&energy);
    put_domain(0, "package-0", "671150");
    assert_float_equal(energy_since_j(&energy), 1.0, 1e-9);
}

TEST(without_counters_nothing_is_known, IN_FOLDER)
{
    Energy energy;
    put_domain(0, "package-0", "");
    energy_open(&energy, ".");
    assert_int_equal(energy.count, 0);
    energy_begin(&energy);
    assert_true(isnan(energy_since_j(&energy)));

    /* A counter that becomes unreadable. */
    put_domain(0, "package-0", "5");
    energy_open(&energy, ".");
    energy_begin(&energy);
    put_domain(0, "package-0", "none");
    assert_true(isnan(energy_since_j(&energy)));
}

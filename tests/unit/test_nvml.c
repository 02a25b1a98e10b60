/* The management library's part, on a library of our own: what it tells comes through in the right units, and
 * what it does not tell is NAN, with a reason. */
#include "common/machine/throttle.h"
#include "gpu/nvml.h"
#include "tests/unit/unit.h"

enum { NOT_SUPPORTED = 3, NOT_FOUND = 6, DRIVER_NOT_LOADED = 9 };

/* ---- the library ---- */

static struct Fake {
    const char *without; /* a function that it does not have */
    bool old;            /* reasons are asked for by their former name */
    int init_status, power_status, energy_status;
    unsigned long long energy_mj, reasons;
} fake;

static int a_device;

static int init(void)
{
    return fake.init_status;
}

static const char *explain(int status)
{
    return status == NOT_SUPPORTED ? "Not Supported"
           : status == NOT_FOUND   ? "Not Found"
                                   : "Driver Not Loaded";
}

static int device_of(const char *bus_id, void **device)
{
    *device = &a_device;
    return strcmp(bus_id, "0000:3b:00.0") == 0 ? 0 : NOT_FOUND;
}

static int power(const void *device, unsigned *power_mw)
{
    *power_mw = device == &a_device ? 250500 : 0;
    return fake.power_status;
}

static int energy(const void *device, unsigned long long *energy_mj)
{
    *energy_mj = device == &a_device ? fake.energy_mj : 0;
    return fake.energy_status;
}

static int reasons(const void *device, unsigned long long *bits)
{
    *bits = device == &a_device ? fake.reasons : 0;
    return 0;
}

static void *find(void *library, const char *name)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } functions[] = {
        {"nvmlInit_v2", (void (*)(void))init},
        {"nvmlErrorString", (void (*)(void))explain},
        {"nvmlDeviceGetHandleByPciBusId_v2", (void (*)(void))device_of},
        {"nvmlDeviceGetPowerUsage", (void (*)(void))power},
        {"nvmlDeviceGetTotalEnergyConsumption", (void (*)(void))energy},
        {"nvmlDeviceGetCurrentClocksEventReasons", (void (*)(void))reasons},
        {"nvmlDeviceGetCurrentClocksThrottleReasons", (void (*)(void))reasons},
    };
    void *address = NULL;
    bool hidden = (fake.without != NULL && strcmp(name, fake.without) == 0) ||
                  (fake.old && strstr(name, "EventReasons") != NULL);
    assert_ptr_equal(library, &fake);
    for (size_t i = 0; !hidden && i < COUNT_OF(functions); i++) {
        if (strcmp(name, functions[i].name) == 0) {
            memcpy(&address, &functions[i].function, sizeof address);
        }
    }
    return address;
}

static Nvml nvml;

static int connect_to(struct Fake library)
{
    fake = library;
    error.text[0] = '\0';
    return nvml_connect(&nvml, &fake, find, "0000:3b:00.0", &error);
}

/* ---- tests ---- */

TEST(a_sample_has_power_energy_and_reasons)
{
    for (int old = 0; old < 2; old++) {
        Interference seen = {.load = 1.5};
        assert_int_equal(connect_to((struct Fake){.old = old == 1, .energy_mj = 1000}), 0);
        nvml_begin(&nvml);
        fake.energy_mj = 8500;
        fake.reasons = 0x1 | 0x2 | 0x4 | 0x40;
        nvml_end(&nvml, true, &seen);
        assert_float_equal(seen.power_w, 250.5, 1e-9);
        assert_float_equal(seen.energy_j, 7.5, 1e-9);
        assert_true(seen.throttle == (double)(0x4 | 0x40));
        assert_true(seen.load == 1.5);
        nvml_end(&nvml, false, &seen);
        assert_true(isnan(seen.power_w) && isnan(seen.energy_j) && seen.throttle == (double)(0x4 | 0x40));
        char lacks[100];
        nvml_lacks(&nvml, lacks, sizeof lacks);
        assert_string_equal(lacks, "");
    }
}

TEST(what_is_not_supported_is_not_a_number)
{
    Interference seen = {0};
    assert_int_equal(connect_to((struct Fake){.power_status = NOT_SUPPORTED, .energy_status = NOT_SUPPORTED}),
                     0);
    nvml_begin(&nvml);
    nvml_end(&nvml, true, &seen);
    assert_true(isnan(seen.power_w) && isnan(seen.energy_j) && seen.throttle == 0.0);
    char lacks[100];
    nvml_lacks(&nvml, lacks, sizeof lacks);
    assert_string_equal(lacks, "no power: Not Supported; no energy: Not Supported");
}

TEST(a_library_that_cannot_be_used_says_why)
{
    assert_refused(connect_to((struct Fake){.init_status = DRIVER_NOT_LOADED}),
                   "libnvidia-ml.so.1 does not start: Driver Not Loaded");
    assert_refused(connect_to((struct Fake){.without = "nvmlDeviceGetTotalEnergyConsumption"}),
                   "has no nvmlDeviceGetTotalEnergyConsumption: update");
    fake = (struct Fake){0};
    assert_refused(nvml_connect(&nvml, &fake, find, "0000:99:00.0", &error),
                   "does not know the GPU at 0000:99:00.0: Not Found");
}

TEST(without_a_library_nothing_is_known)
{
    assert_refused(nvml_open(&nvml, "libspeedup-has-no-such.so.1", "0000:3b:00.0", &error),
                   "libspeedup-has-no-such.so.1 is not here");
    Interference seen = {0};
    nvml_begin(NULL);
    nvml_end(NULL, true, &seen);
    assert_true(isnan(seen.power_w) && isnan(seen.energy_j) && isnan(seen.throttle));
}

TEST(reasons_have_names)
{
    char text[200];
    gpu_throttle_names(0, text, sizeof text);
    assert_string_equal(text, "");
    gpu_throttle_names(0x4 | 0x20, text, sizeof text);
    assert_string_equal(text, "power cap;temperature");
    gpu_throttle_names(0x8 | 0x10 | 0x40 | 0x80, text, sizeof text);
    assert_string_equal(text, "hardware slowdown;sync boost;hardware temperature;power brake");
    gpu_throttle_names(0x80000200u, text, sizeof text);
    assert_string_equal(text, "0x200;0x80000000");
    gpu_throttle_names(0x4 | 0x20, text, 6);
    assert_string_equal(text, "power");
    assert_int_equal(gpu_throttle_slowing(0x1 | 0x2 | 0x100), 0);
    assert_int_equal(gpu_throttle_slowing(0x1ff), 0x4 | 0x8 | 0x10 | 0x20 | 0x40 | 0x80);
}

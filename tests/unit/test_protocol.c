/* The parent accepts only messages that a worker may write. */
#include "common/random.h"
#include "experiments/harness/runner/protocol.h"
#include "experiments/harness/store/status.h"
#include "tests/unit/unit.h"

static Result usual(void)
{
    Result result = {.status = STATUS_OK,
                     .last = true,
                     .sampled = true,
                     .stop = "wrong",
                     .flags = FLAG_FITS_CACHE,
                     .started_s = 1.7e9,
                     .phases = {.kernel_s = 1e-3, .total_s = 2e-3, .h2d_s = NAN, .repeats = 300.0},
                     .interference = {.load = 3.1, .power_w = NAN},
                     .loop_s = 2e-5,
                     .accuracy = {1e-7, 0x1p50, PRECISION_TF32}, /* units of 2^-53 */
                     .input_hash = 7,
                     .detail = "AVX2",
                     .devices = "a/0000:3b:00.0"};
    return result;
}

TEST(test_round_trip)
{
    const Result sent = usual();
    Result got;
    MessageKind kind;
    Message message;
    message_write(&message, MESSAGE_SAMPLE, &sent);
    assert_int_equal(message_read(&message, &kind, &got), 0);
    assert_int_equal(kind, MESSAGE_SAMPLE);
    assert_int_equal(got.status, STATUS_OK);
    assert_true(got.last && got.sampled && !got.killed && !got.crashed);
    assert_string_equal(got.stop, "wrong");
    assert_string_equal(got.detail, "AVX2");
    assert_string_equal(got.devices, "a/0000:3b:00.0");
    assert_true(got.phases.kernel_s == 1e-3 && got.phases.total_s == 2e-3);
    assert_true(isnan(got.phases.h2d_s) && isnan(got.interference.power_w));
    assert_true(got.phases.repeats == 300.0 && got.started_s == 1.7e9);
    assert_true(got.flags == FLAG_FITS_CACHE);
    assert_true(got.interference.load == 3.1 && got.loop_s == 2e-5);
    assert_true(got.accuracy.units == 0x1p50 && got.accuracy.precision == PRECISION_TF32);
    message_write(&message, MESSAGE_WORKER_EXITING, NULL);
    assert_int_equal(message_read(&message, &kind, &got), 0);
    assert_int_equal(kind, MESSAGE_WORKER_EXITING);
}

/* One field at a time holds what no worker writes. */
TEST(test_each_field)
{
    const Result sent = usual();
    Message good, bad[24];
    message_write(&good, MESSAGE_SAMPLE, &sent);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        bad[i] = good;
    }
    bad[0].magic++;
    bad[1].kind = MESSAGE_KINDS;
    bad[2].result.status = STATUSES;
    bad[3].result.status = (Status)UINT32_MAX;
    bad[4].result.last = 2;
    bad[5].result.sampled = 255;
    memset(bad[6].result.stop, 'x', sizeof bad[6].result.stop);
    strcpy(bad[7].result.stop, "because");
    memset(bad[8].result.detail, 'x', sizeof bad[8].result.detail);
    bad[9].result.phases.kernel_s = -1.0;
    bad[10].result.phases.kernel_s = INFINITY;
    bad[11].result.phases.kernel_s = 0.0; /* a sample that took no time */
    bad[12].result.interference.steal = -1.0;
    bad[13].result.loop_s = INFINITY;
    bad[14].result.flags = FLAG_WIDE;      /* a point's, no sample's */
    bad[15].result.loop_s = 0.0;           /* noise is a ratio to it */
    bad[16].result.phases.kernel_s = 1e13; /* more than a samples file holds */
    bad[17].result.accuracy.precision = PRECISIONS;
    bad[18].result.sampled = 0; /* right, and no sample */
    bad[19].result.started_s = NAN;
    bad[20].result.started_s = 1e12;             /* a year of five digits */
    bad[21].result.interference.throttle = 1e11; /* more than 32 bits */
    bad[22].result.interference.steal = 1.5;     /* a share */
    bad[23].result.accuracy.units = INFINITY;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Result got;
        MessageKind kind;
        if (message_read(&bad[i], &kind, &got) == 0 || got.detail[0] == '\0' || strlen(got.detail) > 40) {
            fail_msg("message %zu was believed, or the field is not named", i);
        }
    }
}

TEST(test_control_characters)
{
    Result sent = usual(), got;
    MessageKind kind;
    Message message;
    strcpy(sent.detail, "two\nlines\tand a\x7f");
    message_write(&message, MESSAGE_SAMPLE, &sent);
    assert_int_equal(message_read(&message, &kind, &got), 0);
    assert_string_equal(got.detail, "two lines and a ");
}

/* Random bytes, and a good message with random bytes in it: never a crash, and what is believed is in bounds.
 */
TEST(test_junk)
{
    const Result sent = usual();
    for (uint64_t round = 0; round < 20000; round++) {
        Message message;
        unsigned char *bytes = (unsigned char *)&message;
        message_write(&message, MESSAGE_SAMPLE, &sent);
        size_t changed = round % 2 == 0 ? sizeof message : 1 + round % 5;
        for (size_t i = 0; i < changed; i++) {
            uint64_t bits = random_bits(round, i);
            bytes[round % 2 == 0 ? i : bits % sizeof message] = (unsigned char)(bits >> 32);
        }
        Result got;
        MessageKind kind = MESSAGE_KINDS;
        if (message_read(&message, &kind, &got) == 0) {
            assert_true(kind < MESSAGE_KINDS && got.status < STATUSES);
            assert_non_null(memchr(got.stop, '\0', sizeof got.stop));
            assert_non_null(memchr(got.detail, '\0', sizeof got.detail));
            assert_true(!got.sampled || got.phases.kernel_s > 0.0);
        }
    }
}

/* See guard.h. */
#include "common/system/guard.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/matrix.h"
#include "common/size.h"
#include "common/system/sanitizer.h"

/* A NaN as a float of any type; a negative integer as int32, less than every distance. */
static const uint32_t canary = 0xfffcfffcu;

/* Position of an access. A trespass encodes its distance in bytes, the position and one more than the
 * buffer's name, from the highest bits down. */
typedef enum Place { BEFORE, INSIDE, AFTER, PLACES } Place;
enum { PLACE_SHIFT = 4, BYTES_SHIFT = 8, FIELD = 15 };

static Guarded *first; /* list of all allocated buffers */

/* ---- memory ---- */

int guarded_alloc(Guarded *guarded, unsigned name, size_t bytes, Error *error)
{
    size_t used = size_round_up(bytes, MATRIX_ALIGNMENT);
    unsigned char *pages = matrix_alloc(used, error);
    if (pages == NULL) {
        return -1;
    }
    size_t size = matrix_mapped_bytes(used);
    *guarded = (Guarded){.memory = size < MATRIX_HUGE_BYTES ? pages + (size - used) : pages,
                         .bytes = bytes,
                         .name = name,
                         .pages = pages,
                         .pages_bytes = size,
                         .next = first};
    first = guarded;
    return 0;
}

int guarded_protect(Guarded *guarded, bool read_only, Error *error)
{
    if (guarded->memory != NULL && guarded->read_only != read_only) {
        if (mprotect(guarded->pages, guarded->pages_bytes, read_only ? PROT_READ : PROT_READ | PROT_WRITE) !=
            0) {
            return error_set(error, "cannot change the protection of a matrix: %s", strerror(errno));
        }
        guarded->read_only = read_only;
    }
    return 0;
}

void guarded_free(Guarded *guarded)
{
    if (guarded->memory == NULL) {
        return;
    }
    Guarded **link = &first;
    while (*link != guarded) {
        link = &(*link)->next;
    }
    *link = guarded->next;
    matrix_free(guarded->pages, guarded->pages_bytes);
    *guarded = (Guarded){.memory = NULL};
}

/* ---- canaries ---- */

static unsigned char canary_at(const unsigned char *address)
{
    return (unsigned char)(canary >> 8 * ((uintptr_t)address % sizeof canary));
}

static void fill_canary(unsigned char *from, const unsigned char *end)
{
    for (; from < end; from++) {
        *from = canary_at(from);
    }
}

/* The overwritten byte of [from, end) that is nearest to the following buffer, aligned down to its word,
 * as most elements have four bytes or more. NULL if none was overwritten. */
static const unsigned char *changed_before(const unsigned char *from, const unsigned char *end)
{
    while (end > from && end[-1] == canary_at(end - 1)) {
        end--;
    }
    return end > from ? end - 1 - (uintptr_t)(end - 1) % sizeof canary : NULL;
}

/* The overwritten byte nearest to the preceding buffer. NULL if none. */
static const unsigned char *changed_after(const unsigned char *from, const unsigned char *end)
{
    while (from < end && *from == canary_at(from)) {
        from++;
    }
    return from < end ? from : NULL;
}

void guarded_arm(Guarded *guarded)
{
    unsigned char *memory = guarded->memory;
    fill_canary(guarded->pages, memory);
    fill_canary(memory + guarded->bytes, guarded->pages + guarded->pages_bytes);
}

/* ---- encoding of an access ---- */

static uint64_t trespass_of(const Guarded *guarded, Place place, size_t bytes)
{
    return (uint64_t)bytes << BYTES_SHIFT | (uint64_t)place << PLACE_SHIFT | (guarded->name + 1u);
}

static uint64_t trespass_beyond(const Guarded *guarded, const unsigned char *address)
{
    const unsigned char *memory = guarded->memory;
    return address < memory ? trespass_of(guarded, BEFORE, (size_t)(memory - address))
                            : trespass_of(guarded, AFTER, (size_t)(address - memory) - guarded->bytes);
}

/* Formats a trespass; `does` is the verb for an access beyond a buffer. */
static bool words(uint64_t trespass, const char *does, char *text, size_t size)
{
    static const char *const names[GUARDED_NAMES] = {"input a", "input b", "input c",
                                                     "input d", "output",  "workspace"};
    uint64_t name = (trespass & FIELD) - 1, place = trespass >> PLACE_SHIFT & FIELD;
    unsigned long long bytes = trespass >> BYTES_SHIFT;
    text[0] = '\0';
    if (name >= GUARDED_NAMES || place >= PLACES) {
        return false;
    }
    if (place == INSIDE && name == OPERAND_OUT) {
        snprintf(text, size,
                 "wrote to its result after run() had returned (byte %llu), join its threads in run()",
                 bytes);
    } else if (place == INSIDE) {
        snprintf(text, size, "wrote to its input (%s, byte %llu)", names[name], bytes);
    } else {
        snprintf(text, size, "%s beyond its matrix (%s, %llu byte%s %s)", does, names[name], bytes,
                 bytes == 1 ? "" : "s", place == BEFORE ? "before its start" : "after its end");
    }
    return true;
}

bool guard_trespass(uint64_t trespass, char *text, size_t size)
{
    return words(trespass, "read or wrote", text, size);
}

int guard_check(Error *error)
{
    for (const Guarded *guarded = first; guarded != NULL; guarded = guarded->next) {
        const unsigned char *memory = guarded->memory;
        const unsigned char *changed = changed_before(guarded->pages, memory);
        if (changed == NULL) {
            changed = changed_after(memory + guarded->bytes, guarded->pages + guarded->pages_bytes);
        }
        if (changed != NULL) {
            char text[120];
            words(trespass_beyond(guarded, changed), "wrote", text, sizeof text);
            return error_set(error, "%s", text);
        }
    }
    return 0;
}

/* ---- faults ---- */

static _Atomic uint64_t *noted;

/* The trespass of a fault at `address`; 0 if it is not near the buffer. */
static uint64_t trespass_at(const Guarded *guarded, const unsigned char *address)
{
    const unsigned char *memory = guarded->memory, *pages = guarded->pages;
    if (address >= memory && address < memory + guarded->bytes) {
        return guarded->read_only ? trespass_of(guarded, INSIDE, (size_t)(address - memory)) : 0;
    }
    bool near =
        address >= pages - MATRIX_GUARD_BYTES && address < pages + guarded->pages_bytes + MATRIX_GUARD_BYTES;
    return near ? trespass_beyond(guarded, address) : 0;
}

/* Uses async-signal-safe operations only. Several threads may fault at once: each notes its fault before it
 * restores the default action, so no process ends before one note is made. */
static void on_fault(int number, siginfo_t *info, void *context)
{
    (void)context;
    bool sent = info->si_code <= 0; /* from kill(): no address */
    uint64_t none = 0, found = 0;
    for (const Guarded *guarded = first; !sent && found == 0 && guarded != NULL; guarded = guarded->next) {
        found = trespass_at(guarded, info->si_addr);
    }
    if (found != 0) {
        atomic_compare_exchange_strong(noted, &none, found);
    }
    signal(number, SIG_DFL);
    if (sent) {
        raise(number); /* a fault repeats by itself on return */
    }
}

void guard_watch(_Atomic uint64_t *trespass)
{
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    noted = trespass;
    sigemptyset(&action.sa_mask);
#if !ADDRESS_SANITIZER /* it reports faults itself */
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
#endif
}

/* A system call reports an address that this process cannot read, without a fault: this one reads a set of
 * signals before it rejects the request. */
static bool is_readable(const void *address)
{
    enum { NO_REQUEST = 1000, SET_BYTES = 8 };
    return syscall(SYS_rt_sigprocmask, (long)NO_REQUEST, address, NULL, (long)SET_BYTES) == 0 ||
           errno != EFAULT;
}

/* Is any page of a region without access readable? */
static bool is_open(const unsigned char *region)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    bool open = false;
    for (size_t at = 0; at < MATRIX_GUARD_BYTES && !open; at += page) {
        open = is_readable(region + at);
    }
    return open;
}

static bool handler_is_ours(int number)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 &&
           now.sa_sigaction == on_fault;
}

int guard_intact(bool handler, Error *error)
{
#if !ADDRESS_SANITIZER /* it reports faults itself */
    if (handler && noted != NULL && !(handler_is_ours(SIGSEGV) && handler_is_ours(SIGBUS))) {
        return -error_set(error, "the variant replaced the handler of memory faults");
    }
    for (const Guarded *guarded = first; guarded != NULL; guarded = guarded->next) {
        if (is_open(guarded->pages - MATRIX_GUARD_BYTES) || is_open(guarded->pages + guarded->pages_bytes)) {
            return -error_set(error, "the variant made memory around its matrices accessible");
        }
    }
#else
    (void)handler, (void)error, (void)is_open, (void)handler_is_ours;
#endif
    return 0;
}

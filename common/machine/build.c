/* Identity of this build: build id, compiler, flags, libraries.
 *
 * The linker's build id is a hash of the executable's contents: the same sources, compiler and flags give the
 * same id, other machine code gives another one. Only this file is compiled with the compiler's name and
 * flags, so that no other object depends on their text. */
#include <dlfcn.h>
#include <elf.h>
#include <endian.h>
#include <inttypes.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "common/machine/internal.h"
#include "common/machine/toolchain.h"
#include "common/system/file.h"
#include "common/text/hash.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *const build_compiler = BUILD_COMPILER;
const char *const build_flags = BUILD_FLAGS;
const char *const build_blas = BUILD_BLAS;
const char *const toolchain[TOOLCHAIN_WORDS] = {BUILD_TOOLCHAIN};
#ifdef _OPENMP
const char *const build_openmp = TEXT(_OPENMP);
#else
const char *const build_openmp = "";
#endif

/* Reads the first eight bytes of the linker's build-id note. Before its content stand its length, its type
 * and its owner. */
static int find_build_id(struct dl_phdr_info *object, size_t size, void *result)
{
    static const char build_id[] = {NT_GNU_BUILD_ID, 0, 0, 0, 'G', 'N', 'U', 0};
    (void)size;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[i];
        const void *notes = (const void *)(object->dlpi_addr + header->p_vaddr);
        const bool has_notes = header->p_type == PT_NOTE;
        const char *mark = has_notes ? memmem(notes, header->p_memsz, build_id, sizeof build_id) : NULL;
        if (mark != NULL && ((const uint32_t *)(const void *)mark)[-1] >= sizeof(uint64_t)) {
            memcpy(result, mark + sizeof build_id, sizeof(uint64_t));
            return 1;
        }
    }
    return 1; /* the first object is the executable; the others are its libraries */
}

/* Hash of the executable's file, for a linker without build ids. */
static uint64_t hash_program(void)
{
    uint64_t hash = HASH_START;
    return file_hash("/proc/self/exe", &hash) == 0 ? hash : 0;
}

static uint64_t noted_id(void)
{
    uint64_t id = 0;
    dl_iterate_phdr(find_build_id, &id);
    return be64toh(id);
}

const char *machine_build_id(void)
{
    static char text[17];
    if (text[0] == '\0') {
        const uint64_t id = noted_id();
        snprintf(text, sizeof text, "%016" PRIx64, id != 0 ? id : hash_program());
    }
    return text;
}

bool machine_same_build(const char *id)
{
    return noted_id() == 0 || strcmp(id, machine_build_id()) == 0;
}

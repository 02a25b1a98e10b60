/* Names of the processor, the GPU, and the machine.
 *
 * The machine's name is used in a column and as a folder. It contains the models that distinguish machines,
 * and only characters that are safe in shells and file systems. */
#include <ctype.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "common/machine/internal.h"
#include "common/text/text.h"

void machine_slug(const char *from, char *text, size_t size)
{
    size_t length = 0;
    bool gap = false;
    for (; *from != '\0' && length + 2 < size; from++) {
        unsigned char c = (unsigned char)*from;
        if (!isalnum(c) && c != '.') {
            gap = true;
        } else if (length > 0 || c != '.') { /* no hidden file, no parent folder */
            if (gap && length > 0) {
                text[length++] = '-';
            }
            gap = false;
            text[length++] = (char)tolower(c);
        }
    }
    while (length > 0 && strchr(".-", text[length - 1]) != NULL) {
        length--;
    }
    text[length] = '\0';
}

/* True for words that are not part of a model name, as "64-Core": the number of cores is appended anyway. */
static bool is_noise(const char *word)
{
    const char *noise = "@(CPU|Processor|NVIDIA|GeForce|Tesla|*-Core)";
    return fnmatch(noise, word, FNM_CASEFOLD | FNM_EXTMATCH) == 0;
}

/* Removes trademark signs and generic words. " @ 2.60GHz" and " with Radeon Graphics" end the model name. */
static void model_of(const char *name, char *model, size_t size)
{
    char copy[256], *sign = copy, *end;
    snprintf(copy, sizeof copy, "%s", name);
    while ((sign = strchr(sign, '(')) != NULL && (end = strchr(sign, ')')) != NULL) { /* (R), (TM) */
        memset(sign, ' ', (size_t)(end - sign) + 1);
    }
    model[0] = '\0';
    char *rest = NULL;
    for (char *word = strtok_r(copy, " \t", &rest); word != NULL; word = strtok_r(NULL, " \t", &rest)) {
        if (strcmp(word, "@") == 0 || strcmp(word, "with") == 0) {
            break;
        }
        if (!is_noise(word)) {
            text_append(model, size, " ", "%s", word);
        }
    }
}

void machine_make_name(const char *cpu, unsigned cores, const char *gpu, char *text, size_t size)
{
    char cpu_model[160], gpu_model[96], name[320];
    model_of(cpu, cpu_model, sizeof cpu_model);
    model_of(gpu, gpu_model, sizeof gpu_model);
    snprintf(name, sizeof name, "%s %uc %s", cpu_model, cores, gpu_model);
    machine_slug(name, text, size);
}

void machine_cpu_name(char *text, size_t size)
{
    text[0] = '\0';
#ifdef __x86_64__
    unsigned brand[13] = {0};
    if ((unsigned)__get_cpuid_max(0x80000000u, NULL) >= 0x80000004u) {
        for (unsigned i = 0; i < 3; i++) {
            __get_cpuid(0x80000002u + i, &brand[4 * i], &brand[4 * i + 1], &brand[4 * i + 2],
                        &brand[4 * i + 3]);
        }
        const char *first = (const char *)brand;
        snprintf(text, size, "%s", first + strspn(first, " "));
    }
#endif
    for (size_t length = strlen(text); length > 0 && text[length - 1] == ' ';) {
        text[--length] = '\0';
    }
    if (text[0] == '\0' && machine_read_field("/proc/cpuinfo", "model name", text, size) != 0 &&
        machine_read_text(text, size, "/sys/firmware/devicetree/base/model") != 0) {
#ifdef __aarch64__
        snprintf(text, size, "Arm");
#else
        snprintf(text, size, "unknown processor");
#endif
    }
}

void machine_gpu_name(char *text, size_t size)
{
    text[0] = '\0';
    glob_t found;
    if (glob("/proc/driver/nvidia/gpus/*/information", 0, NULL, &found) == 0) {
        machine_read_field(found.gl_pathv[0], "Model", text, size);
        globfree(&found);
        return;
    }
    /* Some sandboxes provide the GPU without that folder. nvidia-smi is slow, so it runs only if there is a
     * GPU. */
    if (access("/dev/nvidia0", F_OK) != 0) {
        return;
    }
    FILE *pipe = popen("nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null", "re");
    if (pipe == NULL) {
        return;
    }
    bool named = fgets(text, (int)size, pipe) != NULL;
    /* Read to the end: nvidia-smi must not die of SIGPIPE, which would look like a failure. */
    while (fgetc(pipe) != EOF) {
    }
    if (pclose(pipe) != 0 || !named) {
        text[0] = '\0';
    }
    text[strcspn(text, "\r\n")] = '\0';
}

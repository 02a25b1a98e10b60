#include "tests/unit/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/unit/unit.h"

char folder[256];
static int start = -1; /* where the program runs */
static struct rlimit limit_before;

void folder_enter(void)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/speedup-test-XXXXXX", parent != NULL ? parent : "/tmp");
    start = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(start >= 0 && mkdtemp(folder) != NULL && chdir(folder) == 0);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit_before), 0);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status, (void)kind, (void)walk;
    return remove(path);
}

void folder_leave(void)
{
    setrlimit(RLIMIT_FSIZE, &limit_before);
    assert_int_equal(fchdir(start), 0);
    close(start);
    assert_int_equal(nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static void put(const char *path, const char *mode, const void *content, size_t bytes)
{
    FILE *file = fopen(path, mode);
    assert_non_null(file);
    assert_int_equal(fwrite(content, 1, bytes, file), bytes);
    assert_int_equal(fclose(file), 0);
}

void put_bytes(const char *path, const void *content, size_t bytes)
{
    put(path, "w", content, bytes);
}

void append_text(const char *path, const char *text)
{
    put(path, "a", text, strlen(text));
}

void put_line(const char *content, const char *format, ...)
{
    char path[256] = "", line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(path, sizeof path, format, arguments);
    va_end(arguments);
    for (char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    put(path, "w", line, (size_t)snprintf(line, sizeof line, "%s\n", content));
}

size_t get_bytes(const char *path, void *content, size_t room)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const size_t bytes = fread(content, 1, room, file);
    fclose(file);
    return bytes;
}

void folder_limit(size_t file_bytes)
{
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &(struct rlimit){file_bytes, limit_before.rlim_max}), 0);
}

size_t folder_entries(void)
{
    size_t entries = 0;
    DIR *stream = opendir(".");
    assert_non_null(stream);
    for (const struct dirent *entry; (entry = readdir(stream)) != NULL;) {
        entries += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    closedir(stream);
    return entries;
}

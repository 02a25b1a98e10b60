/* See program.h. */
#include "experiments/harness/cli/program.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/command.h"
#include "common/system/array.h"
#include "common/system/file.h"
#include "common/text/captured.h"
#include "common/text/hash.h"
#include "common/text/words.h"

/* ---- options ---- */

#define BIT(option) (1u << PROGRAM_##option)
#define CODE "(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])"
enum { PATTERNS = BIT(TIME_PATTERN) | BIT(RATE_PATTERN), ALL_PATTERNS = PATTERNS | BIT(EXPECT_PATTERN) };
#define NO_UNIT "this is not a unit of time; give s, ms, us or ns"

const ProgramOptionInfo program_options[PROGRAM_OPTIONS] = {
    [PROGRAM_TIME_PATTERN] = {"time-pattern", NULL, 0, 0, ""},
    [PROGRAM_RATE_PATTERN] =
        {"rate-pattern", NULL, BIT(RATE_UNIT), BIT(TIME_PATTERN),
         "finds a rate in place of --time-pattern; add its unit, as --rate-unit GFLOP/s"},
    [PROGRAM_TIME_UNIT] = {"time-unit", "^(s|ms|us|ns)$", BIT(TIME_PATTERN), 0,
                           "is of the number that --time-pattern finds; add that"},
    [PROGRAM_RATE_UNIT] = {"rate-unit", "^[^ ,;\"]{1,31}$", BIT(RATE_PATTERN), 0,
                           "is a word, as GFLOP/s, of the number that --rate-pattern finds; give both"},
    [PROGRAM_TIME_FROM] = {"time-from", "^(stdout|stderr)$", PATTERNS, 0,
                           "is stdout or stderr, which --time-pattern or --rate-pattern searches; give both"},
    [PROGRAM_TIME_TAKE] = {"time-take", "^(once|last|sum)$", PATTERNS, 0,
                           "is once, last or sum, of the numbers that --time-pattern finds; give both"},
    [PROGRAM_EXPECT_PATTERN] = {"expect-pattern", NULL, 0, 0, ""},
    [PROGRAM_EXPECT_FILE] = {"expect-file", NULL, 0, 0, ""},
    [PROGRAM_EXPECT_OUTPUT] = {"expect-output", NULL, BIT(EXPECT_FILE), 0,
                               "is the program's file, compared with the right one; add --expect-file"},
    [PROGRAM_TOLERANCE] = {"tolerance", "^(0?[.][0-9]+|[0-9][.]?[0-9]*e-[0-9]+|[0-9]{1,2}[.]?[0-9]*%)$",
                           BIT(EXPECT_FILE), 0,
                           "is a share of the numbers in --expect-file, as 1e-6 or 0.1%; give both"},
    [PROGRAM_OK_CODES] = {"ok-codes", "^" CODE "(," CODE ")*$", 0, 0,
                          "lists exit codes from 0 to 255, as in 0,3"},
    [PROGRAM_STDIN] = {"stdin", NULL, 0, 0, ""},
    [PROGRAM_OUTPUT] = {"output", "^discard$", 0, BIT(EXPECT_PATTERN),
                        "is discard, which leaves no stdout to search or compare; leave it out, or give "
                        "--time-from stderr, and --expect-output for --expect-file"},
    [PROGRAM_PREPARE] = {"prepare", NULL, 0, 0, ""},
    [PROGRAM_SETUP] = {"setup", NULL, 0, 0, ""},
    [PROGRAM_CLEANUP] = {"cleanup", NULL, 0, 0, ""},
};

bool program_has(const ProgramSpec *spec, ProgramOption option)
{
    return spec->option[option][0] != '\0';
}

bool program_is(const ProgramSpec *spec, ProgramOption option, const char *value)
{
    return strcmp(spec->option[option], value) == 0;
}

bool program_code_is_ok(const ProgramSpec *spec, int code)
{
    char expression[32];
    snprintf(expression, sizeof expression, "(^|,)0*%d(,|$)", code);
    return text_matches(program_has(spec, PROGRAM_OK_CODES) ? spec->option[PROGRAM_OK_CODES] : "0",
                        expression);
}

/* ---- placeholders ---- */

/* May it be in the name of a placeholder, or of a variable? */
static bool is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

const char *const program_placeholders[AXIS_IDS] = {
    [AXIS_ID_SIZE] = "n",      [AXIS_ID_THREADS] = "threads",
    [AXIS_ID_TYPE] = "type",   [AXIS_ID_SCHEDULE] = "schedule",
    [AXIS_ID_BLOCK] = "block", [AXIS_ID_TILE] = "tile",
};

AxisId program_axis(const char *name, size_t length)
{
    for (int id = 0; id < AXIS_IDS; id++) {
        const char *placeholder = program_placeholders[id];
        if (placeholder != NULL && strlen(placeholder) == length && memcmp(placeholder, name, length) == 0) {
            return (AxisId)id;
        }
    }
    return AXIS_IDS;
}

/* The length of "{name}" at `text`; 0 if there is none: other braces, as of "{3}" in a pattern, are literal.
 */
static size_t placeholder_length(const char *text)
{
    size_t length = 1;
    while (text[0] == '{' && is_in_name(text[length])) {
        length++;
    }
    return length > 1 && text[length] == '}' && !isdigit((unsigned char)text[1]) ? length + 1 : 0;
}

const char *program_value(const unsigned char digits[AXIS_IDS], const Point *point, AxisId id, char *text,
                          size_t size)
{
    axis_format(point, id, text, size);
    if (digits[id] > 0) {
        snprintf(text, size, "%0*zu", digits[id], axis_get(point, id));
    }
    return text;
}

/* Writes the point's value of a placeholder into value[TEXT_MOST + 1], and adds its axis to *reads. False if
 * there is no placeholder of the name. */
static bool find_value(const ProgramSpec *spec, const Point *point, const char *name, size_t length,
                       char *value, unsigned *reads)
{
    size_t size = 0;
    const char *own = list_value(spec->parameters, name, length, &size);
    const AxisId id = program_axis(name, length);
    if (own != NULL) { /* of another name than any axis */
        snprintf(value, TEXT_MOST + 1, "%.*s", (int)size, own);
    } else if (id != AXIS_IDS) {
        program_value(spec->digits, point, id, value, TEXT_MOST + 1);
        *reads |= 1u << id;
    }
    return own != NULL || id != AXIS_IDS;
}

/* A text that grows to at most `size` bytes. */
typedef struct Expanded {
    char *text;
    size_t used, size;
} Expanded;

/* Appends the text; in a pattern it stands for itself. */
static void append(Expanded *to, const char *text, size_t length, bool in_pattern)
{
    for (size_t i = 0; i < length; i++) {
        if (in_pattern && strchr(".[]{}()*+?^$|\\", text[i]) != NULL && to->used < to->size) {
            to->text[to->used++] = '\\';
        }
        if (to->used < to->size) {
            to->text[to->used++] = text[i];
        }
    }
}

/* As program_expand; collects the axes in *reads. */
static int expand(const ProgramSpec *spec, const char *text, const Point *point, bool is_pattern, Expanded to,
                  unsigned *reads, Error *error)
{
    char value[TEXT_MOST + 1];
    for (const char *at = text; *at != '\0';) {
        const size_t length = placeholder_length(at);
        const size_t literal = at[0] == '{' ? placeholder_length(at + 1) : 0;
        if (literal > 0 && at[1 + literal] == '}') { /* {{n}} */
            append(&to, at + 1, literal, false);
            at += literal + 2;
        } else if (length > 0 && find_value(spec, point, at + 1, length - 2, value, reads)) {
            append(&to, value, strlen(value), is_pattern);
            at += length;
        } else if (length == 0 || (at > text && at[-1] == '$')) { /* ${NAME} is the shell's */
            append(&to, at++, 1, false);
        } else {
            return error_set(error,
                             "%.*s is no placeholder; there are {n}, {threads}, {type}, {schedule}, {block} "
                             "and {tile}; --param %.*s=VALUES makes one; write {%.*s} for the text itself",
                             (int)length, at, (int)length - 2, at + 1, (int)length, at);
        }
    }
    if (to.used == to.size) {
        return error_set(error, "it has more than %zu bytes with its values; put it into a script",
                         to.size - 1);
    }
    to.text[to.used] = '\0';
    return 0;
}

int program_expand(const ProgramSpec *spec, const char *text, const Point *point, char *expanded, size_t size,
                   Error *error)
{
    unsigned reads = 0;
    return expand(spec, text, point, false, (Expanded){expanded, 0, size}, &reads, error);
}

int program_resolve(const ProgramSpec *spec, const Point *point, ProgramSpec *resolved, Error *error)
{
    *resolved = *spec;
    for (int i = 0; i < PROGRAM_OPTIONS; i++) {
        const bool is_pattern = (1u << i & ALL_PATTERNS) != 0;
        const Expanded to = {resolved->option[i], 0, sizeof resolved->option[i]};
        Error why;
        if (expand(spec, spec->option[i], point, is_pattern, to, &resolved->reads, &why) != 0) {
            return error_set(error, "--%s %.300s: %s", program_options[i].name, spec->option[i], why.text);
        }
    }
    return 0;
}

/* ---- the executed file ---- */

/* Finds the file that `name` executes. 0, or -1 and an error. */
static int find_file(const char *name, char path[TEXT_MOST_PATH + 1], Error *error)
{
    const bool has_folder = strchr(name, '/') != NULL;
    if (has_folder) {
        snprintf(path, TEXT_MOST_PATH + 1, "%s", name);
    }
    if (has_folder ? file_is_program(path) : file_find_program(name, path)) {
        return 0;
    }
    const char *remedy = strchr(name, '=') != NULL              ? "write env before variables"
                         : !has_folder && file_is_regular(name) ? "write ./ before a file of this folder"
                         : !has_folder             ? "correct the name, or add its folder to PATH"
                         : access(path, F_OK) != 0 ? "build it, or correct the path"
                         : !file_is_regular(path)  ? "it is no file: name the program in it"
                                                   : "chmod +x makes it executable";
    return error_set(error, "there is no program '%s'; %s", name, remedy);
}

/* Cuts the command line into words, before values are in it: none of them becomes two words. A shell's has
 * three. Their number, or -1 and an error. */
static int split(const ProgramSpec *spec, char buffer[PROGRAM_MOST_TEXT + 1], char **word, Error *error)
{
    static char sh[] = "sh", option[] = "-c";
    if (spec->shell) {
        snprintf(buffer, PROGRAM_MOST_TEXT + 1, "%s", spec->text);
        memcpy(word, (char *[]){sh, option, buffer, NULL}, 4 * sizeof *word);
        return 3;
    }
    const int count = words_split(spec->text, buffer, word, PROGRAM_MOST_WORDS, error);
    return count != 0 ? count : error_set(error, "it is blank; give a program and its arguments");
}

int program_words(const ProgramSpec *spec, const Point *point, ProgramWords *words, Error *error)
{
    char buffer[PROGRAM_MOST_TEXT + 1];
    char *to = words->text, *const end = words->text + sizeof words->text;
    const int count = split(spec, buffer, words->word, error);
    for (int i = 0; i < count; i++) {
        if (program_expand(spec, words->word[i], point, to, (size_t)(end - to), error) != 0) {
            return -1;
        }
        words->word[i] = to;
        to += strlen(to) + 1;
    }
    return count < 0 ? -1 : find_file(words->word[0], words->path, error);
}

/* ---- identity ---- */

/* Does the program run another one, which its arguments name? A version number may follow: python3.11. */
static bool runs_another(const char *program)
{
    return text_matches(basename(program),
                        "^(python|sh|bash|perl|ruby|julia|node|Rscript|octave|lua|env|nice|time|timeout|"
                        "taskset|numactl|mpirun|mpiexec|srun)[0-9.]*$");
}

/* A larger file counts by its size and time: reading it takes minutes. A larger one is no program, and is not
 * searched for variables. */
enum { MOST_HASHED_BYTES = 64 << 20, MOST_SEARCHED_BYTES = 4 << 20 };

/* Does the text contain the name as a whole word? */
static bool has_word(const char *text, size_t size, const char *name, size_t length)
{
    const char *at = text, *const end = text + size;
    while ((at = memmem(at, (size_t)(end - at), name, length)) != NULL &&
           ((at > text && is_in_name(at[-1])) || (at + length < end && is_in_name(at[length])))) {
        at++;
    }
    return at != NULL;
}

/* Continues the hash over the variables of the environment, in any order, that the text names, or over those
 * that OpenMP, BLAS, MPI, CUDA and the loader read (NULL). Those of the point, which the worker sets, and of
 * the session are left out. */
static uint64_t hash_variables(uint64_t hash, const char *text, size_t size)
{
    static const char runtime[] =
        "@(OMP_|GOMP_|KMP_|OPENBLAS_|MKL_|BLIS_|GOTO_|OMPI_MCA_|CUDA_VISIBLE_DEVICES=|LD_PRELOAD=|"
        "LD_LIBRARY_PATH=)*";
    static const char left_out[] =
        "@(OMP_NUM_THREADS|OMP_PROC_BIND|OMP_PLACES|OMP_DYNAMIC|GOMP_CPU_AFFINITY|OPENBLAS_NUM_THREADS|"
        "PATH|HOME|PWD|OLDPWD|SHLVL|_|TERM|USER|LOGNAME|SHELL|HOSTNAME|TMPDIR|COLUMNS|LINES|DISPLAY|"
        "@(SPEEDUP|XDG|SSH|SLURM|PBS|LSB|OMPI_MCA_@(ess|orte))_*)=*";
    uint64_t all = 0;
    for (char *const *variable = environ; *variable != NULL; variable++) {
        if (fnmatch(left_out, *variable, FNM_EXTMATCH) != 0 &&
            (text == NULL ? fnmatch(runtime, *variable, FNM_EXTMATCH) == 0
                          : has_word(text, size, *variable, strcspn(*variable, "=")))) {
            all ^= hash_text(HASH_START, *variable);
        }
    }
    return hash_bytes(hash, &all, sizeof all);
}

int program_spare(const ProgramSpec *resolved, const char *path, const char *what, Error *error)
{
    const char *written = resolved->option[PROGRAM_EXPECT_OUTPUT];
    const uint64_t file = file_number(written);
    return file == 0 || file != file_number(path)
               ? 0
               : error_set(error,
                           "--expect-output %s is %s, and would be removed before each sample; name the file "
                           "that the program writes",
                           written, what);
}

/* Continues the hash over a file, which is read once, and over the variables that it names. 0, or -1 and an
 * error. */
static int hash_file(const char *path, uint64_t *hash, Error *error)
{
    typedef struct Known {
        uint64_t file, hash; /* number, size and time; contents */
    } Known;
    static Known *files;
    static size_t count;
    struct stat is = {.st_size = 0};
    size_t i = 0;
    int failed = stat(path, &is);
    const size_t size = (size_t)is.st_size;
    const struct timespec time = is.st_mtim;
    const uint64_t of[] = {is.st_dev, is.st_ino, size, (uint64_t)time.tv_sec, (uint64_t)time.tv_nsec};
    Known file = {hash_bytes(HASH_START, of, sizeof of), hash_bytes(HASH_START, of + 2, 3 * sizeof *of)};
    if (failed == 0 && !S_ISREG(is.st_mode) && strcmp(path, "/dev/null") != 0) { /* it may have no end */
        return error_set(error, "%s is no regular file; name one, or /dev/null", path);
    }
    while (i < count && files[i].file != file.file) {
        i++;
    }
    if (failed == 0 && i == count && size <= MOST_HASHED_BYTES) {
        char *text = size <= MOST_SEARCHED_BYTES ? malloc(size + 1) : NULL;
        const bool is_searched = text != NULL && file_read_start(path, text, size + 1) == 0;
        file.hash = is_searched ? hash_variables(HASH_START, text, size) : HASH_START;
        free(text);
        failed = file_hash(path, &file.hash);
    }
    if (failed != 0 || (i == count && array_append(&files, &count, &file, sizeof file) != 0)) {
        return error_set(error, "cannot read %s: %s; correct the name, or make it readable", path,
                         strerror(errno));
    }
    *hash = hash_bytes(*hash, &files[i].hash, sizeof files[i].hash);
    return 0;
}

/* Continues the hash over a file that the program reads, or is, which its file cannot be. */
static int hash_read(const ProgramSpec *resolved, const char *path, const char *what, uint64_t *hash,
                     Error *error)
{
    return program_spare(resolved, path, what, error) != 0 ? -1 : hash_file(path, hash, error);
}

/* The files of a command line and its --prepare. Those that these write, of which more than fit only make a
 * run measure again, have the contents that an earlier run left. */
enum { MOST_WRITTEN = 64 };
typedef struct Files {
    const ProgramSpec *spec; /* of the point */
    bool launches, collects; /* words may be programs in PATH; only those that are written are wanted yet */
    bool writes;             /* the next word is written */
    uint64_t written[MOST_WRITTEN];
    size_t count;
    uint64_t none, hash; /* before a launcher names a file, which is the program; now */
} Files;

static bool is_written(const Files *files, const char *path)
{
    const uint64_t file = file_number(path);
    size_t i = 0;
    while (i < files->count && files->written[i] != file) {
        i++;
    }
    return file != 0 && i < files->count;
}

/* Continues the hash over the file of a word, if it is one that is only read. 0, or -1 and an error. */
static int hash_word(Files *files, const char *word, bool first, Error *error)
{
    char path[TEXT_MOST_PATH + 1];
    const char *file = word;
    if (files->launches && first && files->hash == files->none &&
        program_spare(files->spec, word, "the program", error) != 0) {
        return -1;
    }
    if (files->launches && strchr(word, '/') == NULL && !file_is_regular(word) &&
        file_find_program(word, path)) {
        file = path;
    }
    return file_is_regular(file) && !is_written(files, file) ? hash_file(file, &files->hash, error) : 0;
}

/* Collects or hashes the files of the words of a text. Written are those behind -o, --output, tee and >, and
 * the copy that cp or mv makes, unless it is a link. 0, or -1 and an error. */
static int visit_words(Files *files, char *text, Error *error)
{
    const char *separators = file_is_regular(text) ? "" : " \t\n;|&()<>=\"'`";
    bool copies = false;
    int failed = 0;
    for (char *word = text, *next; failed == 0 && *word != '\0'; word = next) {
        const size_t length = strcspn(word, separators);
        const char end = word[length];
        const bool last = copies && text_matches(word + length, "^[ \t\"']*($|[;|&\n)<>]|[0-9]>)");
        next = word + length + (end != '\0');
        word[length] = '\0';
        if (length > 0) {
            if (files->collects && (files->writes || last) && files->count < MOST_WRITTEN) {
                files->written[files->count++] = file_number(word);
            }
            failed = files->collects ? 0 : hash_word(files, word, word == text, error);
            files->writes = text_matches(word, "^(-o|tee|--out(put(-file)?)?)$");
            copies = !last && (copies || text_matches(basename(word), "^(cp|mv)$")) &&
                     !text_matches(word, "^-([a-zA-Z]*[lst]|-link|-sym)");
        }
        word[length] = end;
        files->writes = files->writes || end == '>';
    }
    return failed;
}

/* Continues the hash over the executed file, over those that words of the arguments and of --prepare name,
 * the expected file and that of stdin. Files that are written are left out: they would make each run another
 * one. 0, or -1 and an error. */
static int hash_files(ProgramSpec *resolved, ProgramWords *words, uint64_t *hash, Error *error)
{
    const char *expected = resolved->option[PROGRAM_EXPECT_FILE], *input = resolved->option[PROGRAM_STDIN];
    const bool shell = resolved->shell, launches = shell || runs_another(words->word[0]);
    Files files = {
        .spec = resolved, .written = {file_number(resolved->option[PROGRAM_EXPECT_OUTPUT])}, .count = 1};
    int failed = shell ? 0 : hash_read(resolved, words->path, "the program", hash, error);
    files.none = files.hash = *hash;
    for (int pass = 0; failed == 0 && pass < 2; pass++) {
        files.collects = pass == 0;
        files.launches = launches;
        for (char **argument = words->word + (shell ? 2 : 1); failed == 0 && *argument != NULL; argument++) {
            failed = visit_words(&files, *argument, error);
        }
        files.launches = files.writes = false;
        failed = failed != 0 ? failed : visit_words(&files, resolved->option[PROGRAM_PREPARE], error);
    }
    *hash = files.hash;
    failed = failed != 0 ? failed : program_spare(resolved, input, "the file of --stdin", error);
    if (failed == 0 && input[0] != '\0' && !is_written(&files, input)) {
        failed = hash_file(input, hash, error);
    }
    return failed == 0 && expected[0] != '\0'
               ? hash_read(resolved, expected, "the expected file", hash, error)
               : failed;
}

int program_build(const ProgramSpec *spec, const Point *point, bool set_up, char build[PROGRAM_BUILD_SIZE],
                  Error *error)
{
    ProgramSpec resolved;
    ProgramWords words = {.text = ""};
    const char *prepare = spec->option[PROGRAM_PREPARE];
    uint64_t hash = hash_text(HASH_START, spec->text);
    for (size_t i = 0; i < PROGRAM_SETUP; i++) {
        if (spec->option[i][0] != '\0') { /* a new option changes no other identity */
            hash = hash_text(hash_text(hash, program_options[i].name), spec->option[i]);
        }
    }
    hash = hash_bytes(hash, &spec->shell, sizeof spec->shell);
    hash = hash_bytes(hash, spec->digits, sizeof spec->digits); /* "007" is another argument than "7" */
    hash = hash_variables(hash, NULL, 0);
    hash = hash_variables(hash, spec->text, strlen(spec->text));
    hash = hash_variables(hash, prepare, strlen(prepare));
    bool failed = program_resolve(spec, point, &resolved, error) != 0;
    if (set_up || !program_has(spec, PROGRAM_SETUP)) {
        failed = failed || program_words(spec, point, &words, error) != 0 ||
                 hash_files(&resolved, &words, &hash, error) != 0;
    }
    snprintf(build, PROGRAM_BUILD_SIZE, "%016" PRIx64, hash);
    return failed ? -1 : 0;
}

/* ---- the variant ---- */

/* A name as rows contain it: small letters, digits and '_', a letter first. From that of a file, or from such
 * a name. */
static void derive_name(const char *from, char *name, size_t size)
{
    const char *base = basename(from);
    size_t used = (size_t)snprintf(name, size, "cpu/%s", isalpha((unsigned char)base[0]) ? "" : "p");
    for (; *base != '\0' && used + 1 < size; base++) {
        name[used++] = isalnum((unsigned char)*base) ? (char)tolower((unsigned char)*base) : '_';
    }
    name[used] = '\0';
}

/* The name of the program that does the work, in stem[TEXT_MOST_PATH + 1]: of an interpreter or a launcher
 * the first argument that is a file, if there is one an executable one, without its suffix. */
static void find_stem(char *const *word, int count, char *stem)
{
    const char *found = NULL;
    for (int i = 1; i < count && runs_another(word[0]); i++) {
        if (file_is_regular(word[i]) &&
            (found == NULL || (file_is_program(word[i]) && !file_is_program(found)))) {
            found = word[i];
        }
    }
    snprintf(stem, TEXT_MOST_PATH + 1, "%s", basename(found != NULL ? found : word[0]));
    char *dot = found != NULL ? strrchr(stem, '.') : NULL;
    if (dot != NULL && dot > stem) {
        *dot = '\0';
    }
}

/* In a name {n} and parameters have their values; a program with {n} in its name is of this size only. */
static int set_name(const char *name, char *const *word, int count, const Point *at, Program *program,
                    Error *error)
{
    char stem[TEXT_MOST_PATH + 1], expanded[TEXT_MOST_PATH + 1];
    const Expanded to = {expanded, 0, sizeof expanded};
    unsigned reads = 0;
    const char *text = name != NULL && strncmp(name, "cpu/", 4) == 0 ? name + 4 : name;
    if (name == NULL) {
        find_stem(word, count, stem);
        text = stem;
    }
    const bool failed = expand(&program->spec, text, at, false, to, &reads, NULL) != 0 ||
                        (reads & ~(program->spec.reads & 1u << AXIS_ID_SIZE)) != 0;
    if (name != NULL && (failed || !text_is_name(expanded) || strlen(expanded) > sizeof program->name - 5)) {
        return error_set(error, "--name %s: give small letters, digits and '_', a letter first%s", name,
                         strchr(name, '{') != NULL ? "; {n} and the parameters of the command may be in it"
                                                   : "");
    }
    derive_name(failed ? text : expanded, program->name, sizeof program->name);
    program->size = failed || reads == 0 ? 0 : axis_get(at, AXIS_ID_SIZE);
    return 0;
}

/* Checks a pattern. It names the unit of its number by a second group, unless that is `given`. 0, or -1 and
 * an error. */
static int check_pattern(const ProgramSpec *spec, ProgramOption option, unsigned given, Error *error)
{
    regex_t pattern;
    if (captured_compile(&pattern, spec->option[option], error) != 0) {
        return error_set(error, "--%s: %s", program_options[option].name, error->text);
    }
    const bool lacks_unit =
        option == PROGRAM_TIME_PATTERN && pattern.re_nsub < 2 && (given & BIT(TIME_UNIT)) == 0;
    regfree(&pattern);
    return lacks_unit ? error_set(error, "--time-pattern needs the unit of the number; add --time-unit s, "
                                         "ms, us or ns")
                      : 0;
}

/* Checks an option that is given, among all `given`. 0, or -1 and an error. */
static int check_option(const ProgramSpec *spec, ProgramOption option, unsigned given, Error *error)
{
    const ProgramOptionInfo *info = &program_options[option];
    const char *value = spec->option[option];
    const bool searched = (given & PATTERNS) != 0 && !program_is(spec, PROGRAM_TIME_FROM, "stderr");
    const bool compared = (given & (BIT(EXPECT_FILE) | BIT(EXPECT_OUTPUT))) == BIT(EXPECT_FILE);
    if ((info->needs != 0 && (info->needs & given) == 0) || (info->excludes & given) != 0 ||
        (option == PROGRAM_OUTPUT && (searched || compared))) {
        return error_set(error, "--%s %s", info->name, info->why);
    }
    if ((1u << option & ALL_PATTERNS) != 0) {
        return check_pattern(spec, option, given, error);
    }
    return info->values == NULL || text_matches(value, info->values)
               ? 0
               : error_set(error, "--%s %.100s: %s%s", info->name, value,
                           option == PROGRAM_TIME_UNIT ? "" : "it ",
                           option == PROGRAM_TIME_UNIT ? NO_UNIT : info->why);
}

static int check_options(const ProgramSpec *spec, Error *error)
{
    unsigned given = 0;
    int failed = 0;
    for (int i = 0; i < PROGRAM_OPTIONS; i++) {
        given |= program_has(spec, (ProgramOption)i) ? 1u << i : 0;
    }
    for (int i = 0; failed == 0 && i < PROGRAM_OPTIONS; i++) {
        failed = (given & 1u << i) != 0 ? check_option(spec, (ProgramOption)i, given, error) : 0;
    }
    return failed;
}

int program_make(Program *program, const char *name, const Point *at, Error *error)
{
    char buffer[PROGRAM_MOST_TEXT + 1], expanded[2 * (PROGRAM_MOST_TEXT + 1)], *word[PROGRAM_MOST_WORDS + 1];
    const char *text = program->spec.text;
    const size_t first = program->spec.shell ? 2 : 0;
    const Expanded to = {expanded, 0, sizeof expanded};
    ProgramSpec resolved;
    int count = split(&program->spec, buffer, word, error);
    if (count < 0 || expand(&program->spec, text, at, false, to, &program->spec.reads, error) != 0) {
        return error_set(error, "--command %.200s: %s", text, error->text);
    }
    if (program_resolve(&program->spec, at, &resolved, error) != 0 || check_options(&resolved, error) != 0) {
        return -1;
    }
    program->spec.reads = resolved.reads;
    if (program->spec.shell) { /* its first word */
        word[2][strcspn(word[2], " \t")] = '\0';
    }
    if (set_name(name, word + first, count - (int)first, at, program, error) != 0) {
        return -1;
    }
    program->variant = (Variant){
        .workload = workload_command.name,
        .name = program->name,
        .idea = "a program",
        .types = workload_command.types,
        .axes = AXIS_THREADS,
    };
    for (int id = 0; id < AXIS_IDS; id++) {
        program->variant.axes |= (program->spec.reads & 1u << id) != 0 ? axis_table[id].bit : 0;
    }
    return 0;
}

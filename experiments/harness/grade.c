/* `speedup grade`: judges the submissions of an assignment. report/grade.sh does it, with this program's
 * other commands. */
#include <stdlib.h>
#include <unistd.h>

#include "common/system/child.h"
#include "common/system/file.h"
#include "experiments/harness/cli/plugin.h"
#include "experiments/harness/commands.h"

typedef struct GradeOptions {
    const char *out;
    bool anonymous;
} GradeOptions;

static GradeOptions options = {.out = "grades"};

static const Option grade_options[] = {
    {"out", "FOLDER", take_path, offsetof(GradeOptions, out), "where the results go", "grades"},
    {"anonymous", NULL, take_flag, offsetof(GradeOptions, anonymous),
     "board.html numbers the submissions at random instead of naming them", NULL},
};

static const Usage usage = {
    .command = "grade",
    .before =
        "Usage: speedup grade ASSIGNMENT SUBMISSION...\n"
        "\n"
        "Builds, checks and measures submissions beside a baseline and each other, and judges each\n"
        "threshold of the assignment by the 95 % interval of the ratio: met, not met or undecided, which\n"
        "gets more rounds. A submission is a source file, a folder of them, a plug-in, or, where the\n"
        "assignment takes own rows, a folder with samples.csv of another machine. One that does not\n"
        "build, hangs or is wrong costs its own row. ASSIGNMENT is a short file; docs/teaching.md has one\n"
        "for each course report. Writes grades.csv, board.html, and in feedback/ a page and a JSON file\n"
        "for Gradescope for each submission.",
    .after = "Examples\n"
             "  speedup grade product.ini submissions/*\n"
             "  speedup grade product.ini anna.c --out anna\n"
             "\n"
             "Exit codes: 0 graded; 1 the only submission did not get all points; 2 nothing was graded.",
    OPTIONS(grade_options),
    .least = 2,
    .most = SIZE_MAX,
    .when_too_few = "name the assignment and its submissions, as in: speedup grade product.ini submissions/*",
};

static int run(const Words *given, Error *error)
{
    char headers[PATH_MAX], script[PATH_MAX + 32], program[PATH_MAX] = "";
    if (headers_folder(headers, error) != 0) {
        return -1;
    }
    /* In the source tree report/ lies in the folder of the headers; installed it lies beside it. */
    snprintf(script, sizeof script, "%s/report/grade.sh", headers);
    if (!file_is_regular(script)) {
        snprintf(script, sizeof script, "%s/../report/grade.sh", headers);
    }
    (void)!readlink("/proc/self/exe", program, sizeof program - 1);
    const char *const first[] = {"bash", script, program, options.out, options.anonymous ? "anonymous" : ""};
    const char *const end = NULL;
    Names words = {0};
    const bool enough = names_add(&words, NULL, first, sizeof first / sizeof first[0]) &&
                        names_add(&words, NULL, given->word, given->count) &&
                        names_add(&words, NULL, &end, 1);
    const int code = enough ? child_run_script((const char *const *)words.names, STDOUT_FILENO, error)
                            : error_set(error, "no memory for the words of a command");
    free(words.names);
    return code == 3 ? EXIT_POINT : code == 1 ? EXIT_USAGE : code; /* 1: of Python, as without Jinja2 */
}

const Command command_grade = {&usage, &options, run};

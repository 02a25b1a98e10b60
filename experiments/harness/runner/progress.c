/* See progress.h. */
#include "experiments/harness/runner/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "common/text/text.h"
#include "common/timing.h"
#include "experiments/harness/cli/terminal.h"

static const char bar_done[] = "########################", bar_left[] = "------------------------";

void progress_begin(Progress *progress, bool quiet, const char *color)
{
    bool tty = color_terminal(STDERR_FILENO);
    *progress = (Progress){
        .lines = !quiet,
        .bar = tty && !quiet,
        .color = color_wanted(color, STDERR_FILENO),
        .started_s = timing_now_s(),
    };
}

void progress_round(Progress *progress, size_t round, size_t rounds, size_t points)
{
    progress->round = round;
    progress->rounds = rounds;
    progress->points = points;
    progress->batches_before = progress->batches_done;
}

/* "round 2 of 5, 7 of 24 points" */
static void format_place(const Progress *progress, char *text, size_t size)
{
    const size_t done = progress->batches_done - progress->batches_before;
    text[0] = '\0';
    if (progress->rounds > 1) {
        text_append(text, size, "", "round %zu of %zu", progress->round, progress->rounds);
    }
    text_append(text, size, ", ", "%zu of %zu point%s", done < progress->points ? done : progress->points,
                progress->points, progress->points == 1 ? "" : "s");
}

void progress_draw(Progress *progress)
{
    double now_s = timing_now_s();
    if (!progress->bar || now_s - progress->drawn_s < 0.1) {
        return;
    }
    progress->drawn_s = now_s;
    char place[128], left[48] = "", line[512];
    size_t most = progress->batches > progress->batches_done ? progress->batches : progress->batches_done;
    size_t filled = most == 0 ? 0 : (sizeof bar_done - 1) * progress->batches_done / most;
    if (progress->batches_done > 0) {
        double each_s = (now_s - progress->started_s) / (double)progress->batches_done;
        char duration[32];
        format_duration(each_s * (double)(most - progress->batches_done), duration, sizeof duration);
        snprintf(left, sizeof left, ", about %s left", duration);
    }
    format_place(progress, place, sizeof place);
    snprintf(line, sizeof line, "[%.*s%s] %s%s  %s", (int)filled, bar_done, bar_left + filled, place, left,
             progress->current);
    fprintf(stderr, "\r\033[K%.*s", (int)(terminal_width(STDERR_FILENO, 80) - 1), line);
}

void progress_current(Progress *progress, const PlanPoint *planned)
{
    snprintf(progress->current, sizeof progress->current, "%s", point_in_words(planned));
    progress_draw(progress);
}

void progress_print(Progress *progress, Status status, const char *line)
{
    static const char *const colors[STATUSES] = {
        [STATUS_OK] = COLOR_GREEN,    [STATUS_WRONG] = COLOR_RED,      [STATUS_FAILED] = COLOR_RED,
        [STATUS_TIMEOUT] = COLOR_RED, [STATUS_SKIPPED] = COLOR_YELLOW, [STATUS_REDUCED] = COLOR_GREEN,
    };
    if (progress->lines && line[0] != '\0') {
        fprintf(stderr, "%s%s%s%s\n", progress->bar ? "\r\033[K" : "", progress->color ? colors[status] : "",
                line, progress->color ? COLOR_END : "");
        progress->drawn_s = 0.0;
    }
    progress_draw(progress);
}

void progress_done(Progress *progress, Status status, const char *line)
{
    progress->batches_done++;
    progress_print(progress, status, line);
}

void progress_end(Progress *progress)
{
    if (progress->bar) {
        fputs("\r\033[K", stderr);
    }
}

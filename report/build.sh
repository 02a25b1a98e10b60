#!/usr/bin/env bash
# Makes tables, figures and the report from a machine's results.
#
#   report/build.sh [RESULTS]    RESULTS: a folder with samples.csv, or with those of shards, by default results/<machine>
#
#   --experiment NAME   a report of this experiment alone, without the course reports, in RESULTS/experiments/NAME
#   --only              without points of other experiments, also as baselines and ceilings
#
# Writes RESULTS/tables/NAME.{md,csv,tex} for each report/tables/NAME.sql, RESULTS/figures/
# NAME.svg for each plots/NAME.gp, RESULTS/summary.csv, report.md and report.html. All numbers
# come from the queries. Without gnuplot or pandoc the rest is made, and the missing tool is reported. `make install`
# installs it as speedup-report. FIGURES="svg png pdf" in the environment draws the other formats too, which doubles the time.
set -euo pipefail
self=$0
[ ! -L "$0" ] || self=$(readlink -f "$0") # as installed
. "$(dirname "$self")/data.sh"
. "$root/report/page.sh"

figures=${FIGURES:-svg}
[[ " $figures " == *' svg '* && " $figures " =~ ^(' '+(svg|png|pdf))+' '+$ ]] || {
    log "FIGURES=$figures: it names formats, svg and perhaps png and pdf"
    exit 2
}
results='' experiment='' only=''
while [ $# -gt 0 ]; do
    case $1 in
    -h | --help)
        sed -En '1d; /^([^#]|$)/q; s/^# ?//p' "$self"
        exit 0
        ;;
    --only) only=1 ;;
    --experiment | --experiment=*)
        [[ $1 == *=* || $# -lt 2 ]] || {
            set -- "$1=$2" "${@:3}"
        }
        experiment=${1#--experiment}
        experiment=${experiment#=}
        [ -n "$experiment" ] || {
            log "--experiment needs a name"
            exit 2
        }
        ;;
    -*)
        log "unknown option $1; --help lists them"
        exit 2
        ;;
    *)
        [ -z "$results" ] || {
            log "one folder at a time: $results or $1"
            exit 2
        }
        results=$1
        ;;
    esac
    shift
done
[ -z "$only" ] || [ -n "$experiment" ] || {
    log "--only needs --experiment NAME"
    exit 2
}
if [ -z "$results" ]; then
    results=results/$("$speedup" machine | sed -n 's/^ *"name": *"\([^"]*\)".*/\1/p' | head -n 1)
    [ ! -f "$root/Makefile" ] || results=$root/$results
fi
has_samples "$results" || {
    log "$results/samples.csv is not there: run an experiment first, for example experiments/thread-scaling.sh"
    exit 2
}
results=$(cd "$results" && pwd)
have sqlite3 sqlite3 "no tables, figures and report without it" || exit 1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stage "$results" "$work"
cat "$work/notes" >&2
chapters=("$root"/report/chapters/*.md)
if [ -n "$experiment" ]; then
    [ "$(value_of "$work" 'SELECT count(*) FROM sweeps')" -gt 0 ] || {
        log "no point in $results belongs to $experiment; there are $(value_of "$work" \
            "SELECT group_concat(experiment, ', ') FROM (SELECT experiment FROM named ORDER BY experiment)")"
        exit 2
    }
    chapters=("$root"/report/experiment.md)
    results=$results/experiments/$(file_name "$experiment")
    mkdir -p "$results"
else
    cp "$work/summary.csv" "$results/summary.csv"
fi
mkdir -p "$results/tables" "$results/figures" "$work"/{tables,html,figures{,/here},plots,sentences,written{,/md,/html},answered}
export reference # not by -v, which interprets backslashes
reference=$(value_of "$work" "SELECT coalesce(max(machine), 'none') FROM points WHERE origin = 'reference'")
value_of "$work" "SELECT id || char(31) || origin || char(31) || machine FROM points ORDER BY id" >"$work/machines"
can_draw=1
have gnuplot gnuplot-nox "no figures are drawn" || can_draw=0
failed=0

# ---- answers: one SQLite for all queries; if one fails, another for those after it ----
# Rows of tables go to $work/tables with columns ended by 0x1F and rows by 0x1E, of figures to plots as CSV, both with
# headings, sentences to sentences.

kind_of() { # of a query: tables, plots or sentences, and its name
    kind=${1%/*} name=${1##*/}
    kind=${kind##*/} name=${name%.sql}
}
queries_sql() { # of $queries; each that ends writes to $work/answered
    local query kind name
    for query in "${queries[@]}"; do
        kind_of "$query"
        case $kind in
        tables) printf '%s\n' '.mode ascii' '.headers on' ;;
        plots) printf '%s\n' '.mode csv' '.separator , "\n"' '.headers on' ;;
        sentences) printf '%s\n' '.mode list' '.headers off' ;;
        esac
        printf '%s\n' ".output $kind/$name" "$(<"$query")" ".output answered/$kind-$name" '.print yes'
    done
}

queries=("$root"/report/sentences/*.sql "$root"/report/tables/*.sql)
[ $can_draw = 0 ] || queries+=("$root"/plots/*.sql)
if [ -n "$experiment" ]; then # those in its chapters
    queries=()
    while read -r kind name; do
        case $kind in
        say) queries+=("$root/report/sentences/$name.sql") ;;
        table) queries+=("$root/report/tables/$name.sql") ;;
        figure) [ $can_draw = 0 ] || queries+=("$root/plots/$name.sql") ;;
        esac
    done < <(grep -oE '\{\{[a-z]+ [-a-z0-9]+' "${chapters[@]}" | tr -d '{' | sort -u)
fi
until queries_sql | marked | (cd "$work" && sqlite3 -bail -readonly results.db); do
    failed=1
    for query in "${queries[@]}"; do
        kind_of "$query"
        queries=("${queries[@]:1}")
        if [ ! -s "$work/answered/$kind-$name" ]; then
            log "${query#"$root"/} failed"
            rm -f "$work/$kind/$name"
            break
        fi
    done
done

# Without rows SQLite prints no heading. A view numbers equal headings.
for rows in "$work"/tables/*; do
    [ -s "$rows" ] || printf '%s\n' "CREATE TEMP VIEW query AS $(<"$root/report/tables/${rows##*/}.sql")" \
        ".output tables/${rows##*/}" "SELECT group_concat(iif(name GLOB '[±≈]:*' OR name GLOB 'point:*', substr(name, 1, instr(name, ':') - 1), name), char(31))
            FROM pragma_table_info('query');" 'DROP VIEW query;'
done | marked | (cd "$work" && sqlite3 -bail -readonly -newline $'\x1e' results.db)

# ---- tables: the rows of each in three formats, and as HTML for the page ----
for rows in "$work"/tables/*; do
    name=${rows##*/}
    query=$root/report/tables/$name.sql
    LC_ALL=C awk -v out="$results/tables/$name" -v html="$work/html/$name.html" -v footnotes="$root/report/footnotes.csv" \
        -v query="$query" -v machines="$work/machines" -f "$root/report/number.awk" -f "$root/report/markdown.awk" \
        -f "$root/report/latex.awk" -f "$root/report/formats.awk" -f "$root/report/html.awk" \
        "$root/report/footnotes.csv" "$query" FS='\037' "$work/machines" RS='\036' "$rows"
done

# ---- sentences: with rounded numbers, for report.md and for report.html ----
for format in md html; do
    LC_ALL=C awk -v out="$work/written/$format" -v format=$format -f "$root/report/number.awk" -f "$root/report/markdown.awk" \
        -f "$root/report/sentences.awk" "$work"/sentences/*
done

# ---- figures: rows split into series, then drawn ----
# gnuplot evaluates the text of -e, in double quotes even as a command: only file names and numbers may be in it.
# The positions of the points in the picture are written beside the data: the page shows values there.
draw() { # figure's name, facet's data file, series, longest, dashes, folder of the data, of the pictures, formats
    local format code=()
    for format in $8; do
        code+=(-e 'reset session' -e "format='$format'; output='${7//\'/\'\'}/${2%.dat}.$format'; \
            data='${6//\'/\'\'}/$2'; series=$3; longest=$4; dashes='$5'" "$1.gp")
    done
    code+=(-e "set print '${6//\'/\'\'}/${2%.dat}.axes'; print GPVAL_TERM_XMIN, GPVAL_TERM_XMAX, GPVAL_TERM_YMIN, GPVAL_TERM_YMAX, \
        GPVAL_X_MIN, GPVAL_X_MAX, GPVAL_Y_MIN, GPVAL_Y_MAX, height, lying")
    (cd "$root/plots" && gnuplot "${code[@]}" </dev/null)
}
for rows in "$work"/plots/*; do
    [ -f "$rows" ] || continue
    name=${rows##*/}
    width=$(LC_ALL=C awk '/^width = / { # the narrowest of several
        sub(/#.*/, "")
        count = split($0, number, /[^0-9]+/)
        for (i = 1; i <= count; i++)
            if (number[i] >= 100 && (least == 0 || number[i] < least))
                least = number[i]
    } END { print least ? least : 760 }' "$root/plots/$name.gp") || width=760
    scales=$(sed -n 's/^-- axes: //p' "$root/plots/$name.sql")
    for whose in '' here; do # the second time without rows of the reference, for the page's switch
        from=$work/figures${whose:+/here} to=$results/figures formats="${figures//svg/} svg" # the last gives the positions of the points
        [ -z "$whose" ] || to=$from formats=svg
        LC_ALL=C awk -v name="$name" -v dir="$from" -v width="$width" -v here="${whose:+1}" -v machines="$work/machines" \
            -f "$root/report/csv.awk" -f "$root/plots/series.awk" "$work/machines" "$root/plots/$name.sql" "$rows" >"$work/facets"
        while IFS=$'\t' read -r file count longest dashes few referred own seen; do
            draw "$name" "$file" "$count" "$longest" "$dashes" "$from" "$to" "$formats" || {
                log "plots/$name.gp failed on $file"
                failed=1
                continue
            }
            [ -n "$whose" ] || printf '%s\t%s\t%s\t%s\n' "${file%.dat}" "$few" "$seen" "$own" >>"$work/figures/$name.list"
            file=${file%.dat} whose_drawing=${whose:+here-only}
            [ "$referred" = 0 ] || whose_drawing=reference
            alt=$seen LC_ALL=C awk -v axes="$from/$file.axes" -v points="$from/$file.points" -v id="figure-$file${whose:+-here}" \
                -v whose="$whose_drawing" -v scales="$scales" -f "$root/report/number.awk" -f "$root/report/markdown.awk" -f "$root/report/figure.awk" \
                "$from/$file.axes" FS='\037' "$from/$file.points" "$to/$file.svg" >"$work/html/figure-$file${whose:+-here}.html"
        done <"$work/facets"
    done
done

# ---- the report: chapters with tables, figures and sentences ----
cd "$root"
for format in md html; do
    LC_ALL=C awk -v tables="$results/tables" -v figures="$work/figures" -v html="$work/html" -v sentences="$work/written/$format" -v drawn=$can_draw \
        -v format=$format -f report/markdown.awk -f report/include.awk "${chapters[@]}" >"$work/report.$format"
done
cp "$work/report.md" "$results/report.md"
# `make deps` omits LaTeX, which takes 400 MB and is needed only by a document that includes the tables.
lacking=''
if command -v pdflatex >/dev/null; then
    needed=$(sed -n '1s/^% Needs \\usepackage{\([a-z,]*\)}.*/\1/p' "$results"/tables/*.tex) # the same in all tables
    for package in ${needed//,/ }; do
        kpsewhich "$package.sty" >/dev/null || lacking+=" $package"
    done
else
    lacking=' pdflatex'
fi
[ -z "$lacking" ] || log "tables/*.tex are written; LaTeX here lacks$lacking (on Debian and Ubuntu: apt-get install texlive-latex-extra)"
if have pandoc pandoc "report.md is there, report.html is not"; then
    page || failed=1
    log "the report is $results/report.html"
fi
exit $failed

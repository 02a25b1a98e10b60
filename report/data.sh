# shellcheck shell=bash
# Stages the input of a report, loads it into SQLite and runs queries.
#
# Sourced by build.sh, query.sh and extra-p.sh. The results folder of a machine has samples.csv, machine.json and, if they were made, the
# other files of report/empty. A stage is a scratch folder with these files under fixed names, those of the reference machine beside them,
# and the database made from them.

export LC_ALL=C.UTF-8 # numbers have a decimal point, whatever the language
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
speedup=${SPEEDUP:-$root/build/speedup}

log() { printf '%s\n' "report: $*" >&2; }

[ -x "$speedup" ] || {
    log "$speedup is not built: run make first, or set SPEEDUP to the program"
    exit 2
}

# Is tool $1 installed? If not, reports the effect ($3) and the package ($2).
have() {
    command -v "$1" >/dev/null && return
    log "$1 is missing: $3 (on Debian and Ubuntu: apt-get install $2)"
    return 1
}

# The reference machine's results: REFERENCE, or the first folder in report/reference with samples, unless it is $1 itself. Prints nothing
# if there is none.
reference_folder() {
    local folder folders=("${REFERENCE:-}")
    [ -n "${REFERENCE:-}" ] || folders=("$root"/report/reference/*/)
    for folder in "${folders[@]%/}"; do
        if [ -f "$folder/samples.csv" ]; then
            [ "$folder" -ef "$1" ] || printf '%s\n' "$folder"
            return
        fi
    done
    [ -z "${REFERENCE:-}" ] || log "no samples.csv in REFERENCE=$REFERENCE: there is no reference GPU"
}

# A name as part of a path: special characters as =2F.
file_name() {
    local LC_ALL=C text=$1 safe='' i
    for ((i = 0; i < ${#text}; i++)); do
        case ${text:i:1} in
        [A-Za-z0-9_-]) safe+=${text:i:1} ;;
        .) safe+=${safe:+.} && safe=${safe:-=2E} ;;
        *) printf -v safe '%s=%02X' "$safe" "$(($(printf %d "'${text:i:1}") & 255))" ;;
        esac
    done
    printf '%s\n' "$safe"
}

# Does results folder $1 have samples?
has_samples() {
    local file
    for file in "$1"/samples.csv "$1"/samples.*.csv; do
        [ ! -s "$file" ] || return 0
    done
    return 1
}

# Does results folder $1 have the samples of several processes?
has_shards() { [ -n "$(compgen -G "$1/samples.*.csv")" ]; }

# summarized FOLDER OPTION...: `speedup summarize` over a results folder. Hosts of shards count as one, so that the points of one shard
# are compared with those of another. Where `only` is set, over the points of `experiment` alone.
summarized() {
    local options=("${@:2}")
    ! has_shards "$1" || options+=(--merge-hosts)
    [ -z "${only:-}" ] || options+=(--experiment "$experiment")
    "$speedup" summarize "${options[@]}" "$1"
}

# The SQL of standard input with its markup - {number}, ^mark, '=' before digits to keep, ** around strong words, « » around
# text about the reference - as control characters. stage.awk removes these from staged files, so text of a file is never markup.
marked() {
    sed -e $'y/{}^/\016\017\022/' -e $'s/\'=\'/\'\023\'/g' -e $'s/\\*\\*/\024/g' -e $'s/«/\025/g; s/»/\026/g'
}

# The cores of machine.json $1, of the faster kind if there are two (older files lack these); empty if unknown, or if summary $2 has several
# hosts.
cores_of_one_kind() {
    local name
    [ "$(sqlite3 :memory: ".mode csv" ".import '$2' points" ".mode list" 'SELECT count(DISTINCT host) FROM points')" = 1 ] || return 0
    for name in fast_cores cores; do
        sed -n "/^ *\"$name\": *[1-9]/{s/[^0-9]*\([0-9]*\).*/\1/p;q;}" "$1" 2>/dev/null || true
    done | head -n 1
}

# Stages results folder $1 in $2 and loads the database. 0, or 1 after a message. A missing file is replaced by the one in
# report/empty, a header without rows, which experiments use too. Notices of `summarize` stay in $2/notes and $2/reference_notes.
# Where `experiment` is set, the database has only its points (sweeps.sql), and no reference stands in for a GPU.
stage() {
    local prefix='' reference_results folder file table cores files=() sources=()
    rm -f "$2"/{,reference_}{summary,rounds,estimates,samples,laws}.csv "$2/results.db"
    printf '%s\n' name ${experiment:+"\"${experiment//\"/\"\"}\""} >"$2/report_on.csv"
    reference_results=$([ -n "${experiment:-}" ] || reference_folder "$1")
    for folder in "$1" "$reference_results"; do
        for file in "$root"/report/empty/*; do
            files+=("to=$prefix${file##*/}")
            [ ! -s "$folder/${file##*/}" ] || file=$folder/${file##*/}
            files+=("$file")
        done
        if [ -n "$folder" ] && has_samples "$folder"; then
            summarized "$folder" >"$2/summary_$prefix" 2>"$2/${prefix}notes" || {
                cat "$2/${prefix}notes" >&2
                return 1
            }
            for table in rounds estimates samples; do
                summarized "$folder" --$table >"$2/${table}_$prefix" 2>/dev/null
            done
            cores=$(cores_of_one_kind "$folder/machine.json" "$2/summary_$prefix")
            summarized "$folder" --laws ${cores:+--most-threads "$cores"} >"$2/laws_$prefix" 2>/dev/null
            for table in summary rounds estimates samples laws; do
                files+=("to=$prefix$table.csv" "$2/${table}_$prefix")
            done
            if has_shards "$folder"; then
                "$speedup" summarize "$folder" >"$2/hosts_$prefix" 2>/dev/null
                files+=("to=${prefix}hosts.csv" "$2/hosts_$prefix")
            fi
            [ ${#sources[@]} = 0 ] || sources+=(--reference)
            sources+=("$folder")
        fi
        prefix=reference_
    done
    for file in "$root"/report/published/*.csv; do
        folder=published_${file##*/}
        files+=("to=${folder//-/_}" "$file")
    done
    out=$2 LC_ALL=C awk -f "$root/report/stage.awk" "${files[@]}" to=palette.csv "$root/plots/palette.csv" \
        to=flags.csv "$root/report/flags.csv"
    [ -f "$2/summary.csv" ] || [ -f "$2/reference_summary.csv" ] || {
        log "there is no samples.csv in $1: run an experiment first, for example experiments/thread-scaling.sh"
        return 1
    }
    for file in {summary,rounds,estimates,samples,laws}.csv; do # a header without rows
        [ -f "$2/$file" ] || head -n 1 "$2/reference_$file" >"$2/$file"
        [ -f "$2/reference_$file" ] || head -n 1 "$2/$file" >"$2/reference_$file"
    done
    (cd "$2" && marked <"$root/report/load.sql" | sqlite3 -bail results.db) || {
        log "report/load.sql failed on $1"
        return 1
    }
    {
        summarized "${sources[0]}" --ratios "$2/pairs.csv" "${sources[@]:1}" >"$2/ratios.csv" &&
            "$speedup" summarize --means "$2/values.csv" >"$2/means.csv"
    } 2>"$2/failure" || {
        cat "$2/failure" >&2
        return 1
    }
    (cd "$2" && {
        cat "$root"/report/{compare,against,answer,scale_out,reports,sweeps}.sql
        awk -f "$root/report/claims.awk" "$root"/report/claims/*.sql
    } | marked | sqlite3 -bail results.db) || {
        log "report/compare.sql, against.sql, answer.sql, scale_out.sql, reports.sql, sweeps.sql or a claim failed on $1"
        return 1
    }
}

# One value of the database of stage $1, by query $2.
value_of() { sqlite3 -readonly "$1/results.db" "$2"; }

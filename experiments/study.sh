#!/usr/bin/env bash
# The whole study: all points of every experiment, round by round, then tables, figures and the report.
#
# Every script declares its points (PLAN), all are measured in one run, round by round, and then each script runs for the rest and prints
# its result. PROFILE=quick|report|large chooses the sizes; EXPERIMENTS="NAME NAME" and WORKLOADS="NAME NAME" choose a part. Stopped at
# any time, the same command resumes. Scripts that report/experiments.csv does not list, your own, come last. Exit 1 if a point failed; all
# others are measured and reported.
. "$(dirname "$0")/lib.sh"

# The part of a row: study, large or none (of no study by itself).
mapfile -t experiments < <(awk -F, 'NR > 1 && $4 !~ /^(large|none)$/ { print $1 }' report/experiments.csv)
mapfile -t on_demand < <(awk -F, '$4 == "large" { print $1 }' report/experiments.csv) # only in PROFILE=large and by name
[ "$profile" != large ] || experiments+=("${on_demand[@]}")
for script in experiments/*.sh; do
    name=${script##*/} name=${name%.sh}
    grep -q "^$name," report/experiments.csv || [[ $name == @(lib|study) ]] || experiments+=("$name")
done
if [ -n "${EXPERIMENTS:-}" ]; then
    chosen=()
    for name in ${EXPERIMENTS//,/ }; do
        [[ " ${experiments[*]} ${on_demand[*]} " == *" $name "* ]] || {
            log "EXPERIMENTS: there is no $name; there are ${experiments[*]} ${on_demand[*]}"
            exit 2
        }
        chosen+=("$name")
    done
    experiments=("${chosen[@]}")
fi
report/build.sh --help >/dev/null || exit # it rejects wrong FIGURES
export STUDY_MACHINE=$machine_json
only_plan=${PLAN:-}
[ -z "$only_plan" ] || : >>"$only_plan"
manifest=$(mktemp)
DECLARED=$(mktemp -d)       # of sweep
export DECLARED
planning=()
leave() {
    for job in "${planning[@]}"; do kill -- "-$job" 2>/dev/null || true; done
    rm -rf "$manifest" "$DECLARED"
}
trap leave EXIT
log "$profile: collecting the points of ${#experiments[@]} experiments"
status=0
set -m # in parallel, as nothing is timed, each in its own process group, which ends with this script
for name in "${experiments[@]}"; do
    touch "$DECLARED/$name" # a script without points writes nothing
    PLAN=$DECLARED/$name bash "experiments/$name.sh" </dev/null >/dev/null &
    planning+=($!)
done
set +m
for i in "${!planning[@]}"; do
    wait "${planning[i]}" || {
        code=$?
        log "${experiments[i]} could not declare its points (exit code $code)"
        [ "$status" != 0 ] || status=$code
    }
    cat "$DECLARED/${experiments[i]}" >>"$manifest"
done
planning=()
[ "$status" = 0 ] || exit "$status"
no_points() {
    log "nothing to measure: no points${WORKLOADS:+ of WORKLOADS=\"$WORKLOADS\"} in ${experiments[*]}"
    exit 2
}
if [ -n "$only_plan" ]; then
    [ -s "$manifest" ] || no_points
    "$speedup" plan --manifest "$manifest" >"$only_plan"
    exit
fi
export MEASURED=all
if [ -s "$manifest" ]; then
    "$speedup" run --manifest "$manifest" --out "$results/samples.csv" ${FRESH:+--fresh} ${LAUNCHER:+--launcher "$LAUNCHER"} >/dev/null || {
        status=$?
        [ "$status" = 1 ] || exit "$status" # 1: points failed; their experiments report them
        MEASURED=in-part
    }
fi
failed=
for name in "${experiments[@]}"; do
    log "$name ($profile)"
    bash "experiments/$name.sh" && continue
    status=$?
    [ "$status" = 1 ] || {
        log "$name ended with exit code $status; the study stops here, what is measured is kept in $results"
        exit "$status"
    }
    failed+=" $name"
done
report/build.sh "$results" || {
    status=$?
    compgen -G "$results/samples*.csv" >/dev/null || no_points
    exit "$status"
}
[ -z "$failed" ] || {
    log "points were wrong, failed or timed out in:$failed"
    exit 1
}

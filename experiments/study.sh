#!/usr/bin/env bash
# The whole study: all points of every experiment, round by round, then tables, figures and the report.
#
# Every script is asked which points it wants (PLAN), all are measured in one run, so that what is compared was
# measured beside each other, and each is run to do the rest and to say what it found. PROFILE=quick|report|large
# chooses the sizes; EXPERIMENTS="NAME NAME" and WORKLOADS="NAME NAME" choose a part of it. Stopped at any time, the same command goes on where it was. Scripts that are not named
# here, your own, come last. Exit 1 when a point failed; the rest is measured and reported all the same.
. "$(dirname "$0")/lib.sh"

experiments=(ceilings thread-scaling thread-placement weak-scaling size-scaling devices peers sparse-graphs cpu-against-gpu openmp-threads cache-misses transpose-ladder cuda-matmul
    apsp-ladder apsp-breakdown apsp-blocking-factor transfer-overlap thread-tile shared-block energy self-test)
on_demand=(counters event-agreement ranks) # left to PROFILE=large and to who names them
[ "$profile" != large ] || experiments+=("${on_demand[@]}")
known=" ${experiments[*]} ${on_demand[*]} kernel-facts nodes lib study " # transfer-overlap asks for kernel-facts
for script in experiments/*.sh; do
    name=${script##*/} name=${name%.sh}
    [[ $known == *" $name "* ]] || experiments+=("$name")
done
if [ -n "${EXPERIMENTS:-}" ]; then
    chosen=()
    for name in ${EXPERIMENTS//,/ }; do
        [[ " ${experiments[*]} ${on_demand[*]} " == *" $name "* ]] || {
            say "EXPERIMENTS: there is no $name; there are ${experiments[*]} ${on_demand[*]}"
            exit 2
        }
        chosen+=("$name")
    done
    experiments=("${chosen[@]}")
fi
report/build.sh --help >/dev/null || exit # it refuses wrong FIGURES
export STUDY_MACHINE=$machine_json
only_plan=${PLAN:+$(absolute "$PLAN")}
[ -z "$only_plan" ] || : >>"$only_plan"
manifest=$(mktemp)
ASKED=$(mktemp -d)       # of sweep
STUDY_STAGE=$(mktemp -d) # of report/query.sh
export ASKED STUDY_STAGE
asking=()
leave() {
    for job in "${asking[@]}"; do kill -- "-$job" 2>/dev/null || true; done
    rm -rf "$manifest" "$ASKED" "$STUDY_STAGE"
}
trap leave EXIT
say "$profile: asking ${#experiments[@]} experiments for their points"
status=0
set -m # side by side, as nothing is timed, and each with a process group of its own, which ends with this script
for name in "${experiments[@]}"; do
    touch "$ASKED/$name" # who wants nothing writes nothing
    PLAN=$ASKED/$name bash "experiments/$name.sh" </dev/null >/dev/null &
    asking+=($!)
done
set +m
for i in "${!asking[@]}"; do
    wait "${asking[i]}" || {
        code=$?
        say "${experiments[i]} could not say its points (exit code $code)"
        [ "$status" != 0 ] || status=$code
    }
    cat "$ASKED/${experiments[i]}" >>"$manifest"
done
asking=()
[ "$status" = 0 ] || exit "$status"
no_points() {
    say "nothing to measure: no points${WORKLOADS:+ of WORKLOADS=\"$WORKLOADS\"} in ${experiments[*]}"
    exit 2
}
if [ -n "$only_plan" ]; then
    [ -s "$manifest" ] || no_points
    "$speedup" plan --manifest "$manifest" >"$only_plan"
    exit
fi
measured=all
if [ -s "$manifest" ]; then
    "$speedup" plan --manifest "$manifest" >"$results/study.manifest"
    "$speedup" run --manifest "$results/study.manifest" --out "$results/samples.csv" ${FRESH:+--fresh} >/dev/null || {
        status=$?
        [ "$status" = 1 ] || exit "$status" # 1: points failed, and their experiments will say so
        measured=in-part
    }
fi
export MEASURED=$measured
failed=
for name in "${experiments[@]}"; do
    say "$name ($profile)"
    status=0
    bash "experiments/$name.sh" || status=$?
    case $status in
    0) ;;
    1) failed+=" $name" ;;
    *)
        say "$name ended with exit code $status; the study stops here, what is measured is kept in $results"
        exit "$status"
        ;;
    esac
done
report/build.sh "$results" || {
    status=$?
    compgen -G "$results/samples*.csv" >/dev/null || no_points
    exit "$status"
}
[ -z "$failed" ] || {
    say "points were wrong, failed or timed out in:$failed"
    exit 1
}

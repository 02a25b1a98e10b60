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
export STUDY_MACHINE=$machine_json
only_plan=${PLAN:+$(absolute "$PLAN")}
manifest=$(mktemp)
asked=$(mktemp -d)
STUDY_STAGE=$(mktemp -d) # of report/query.sh
export STUDY_STAGE
trap 'rm -rf "$manifest" "$asked" "$STUDY_STAGE"' EXIT
say "$profile: asking ${#experiments[@]} experiments for their points"
asking=() status=0
for name in "${experiments[@]}"; do # side by side, as nothing is timed
    touch "$asked/$name" # who wants nothing writes nothing
    PLAN=$asked/$name bash "experiments/$name.sh" >/dev/null &
    asking+=($!)
done
for i in "${!asking[@]}"; do
    wait "${asking[i]}" || status=$?
    cat "$asked/${experiments[i]}" >>"$manifest"
done
[ "$status" = 0 ] || exit "$status"
if [ -n "$only_plan" ]; then
    "$speedup" plan --manifest "$manifest" >"$only_plan"
    exit
fi
measured=all
if [ -s "$manifest" ]; then
    "$speedup" plan --manifest "$manifest" >"$results/study.manifest"
    # shellcheck disable=SC2086  # $patience is several words
    "$speedup" run --manifest "$results/study.manifest" --out "$results/samples.csv" $patience ${FRESH:+--fresh} >/dev/null || {
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
report/build.sh "$results"
[ -z "$failed" ] || {
    say "points were wrong, failed or timed out in:$failed"
    exit 1
}

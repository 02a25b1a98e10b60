#!/usr/bin/env bash
# The whole study: every experiment one after the other, then tables, figures and the report.
#
# PROFILE=quick|report|large chooses the sizes. Stopped at any time, the same command goes on where it
# was. Ceilings come first, as shares are of them; scripts that are not named here, your own, come last.
# Exit 1 when a point failed; the rest is measured and reported all the same.
. "$(dirname "$0")/lib.sh"

experiments=(ceilings thread-scaling size-scaling openmp-threads cache-misses transpose-ladder cuda-matmul
    apsp-ladder apsp-breakdown apsp-blocking-factor transfer-overlap thread-tile shared-block)
profiled=(counters event-agreement)
[ "$profile" != large ] || experiments+=("${profiled[@]}")
known=" ${experiments[*]} ${profiled[*]} kernel-facts lib study " # transfer-overlap asks for kernel-facts
for script in experiments/*.sh; do
    name=${script##*/} name=${name%.sh}
    [[ $known == *" $name "* ]] || experiments+=("$name")
done
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

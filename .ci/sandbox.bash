# shellcheck shell=bash disable=SC2154  # $step is of the script
# Shared by .ci/arm, .ci/container and .ci/debian, steps that a machine may not permit. Sourced, with the name of the step in $step.
set -euo pipefail
cd "$(dirname "$0")/.."

# skip REASON: the last line, and the exit code for a step that is impossible here.
skip() {
    echo "skipped $step: $*"
    exit 77
}

# Prints where apt has Debian's packages from, for debootstrap.
mirror_of_debian() { apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' 'Created-By: Packages' | head -n 1; }

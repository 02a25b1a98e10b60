# shellcheck shell=bash
# The renderer's environment, and `render`, which starts it. Sourced by the scripts of this folder, whose head comment is their help.

export LC_ALL=C.UTF-8 PYTHONPATH=${BASH_SOURCE[0]%/*} PYTHONDONTWRITEBYTECODE=1

render() { # COMMAND ARGUMENT...
    local python word
    for word in "${@:2}"; do
        [[ $word == -h || $word == --help ]] || continue
        sed -En '1d; /^([^#]|$)/q; s/^# ?//p' "$0"
        exit 0
    done
    for python in "${BASH_SOURCE[0]%/*}/../venv/bin/python3" python3 /usr/bin/python3; do
        ! type -P "$python" >/dev/null || exec "$python" -m renderer "$@"
    done
    echo 'report: Python 3 is missing: no report without it (on Debian and Ubuntu: apt-get install python3-jinja2)' >&2
    exit 1
}

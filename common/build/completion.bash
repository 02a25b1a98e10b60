# Completion of bash: the commands and options that the help of the program lists, else files.
_speedup() {
    local words='' word=${COMP_WORDS[COMP_CWORD]}
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$("$1" --help 2>/dev/null | sed -n 's/^  \([a-z]*\)  .*/\1/p')
    elif [ "${word:0:1}" = - ]; then
        words=$("$1" "${COMP_WORDS[1]}" --help 2>/dev/null | grep -oE '^  --[a-z-]+')
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _speedup speedup

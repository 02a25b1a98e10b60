#compdef speedup
# Completion of zsh: the commands and options that the help of the program lists, else files.
if ((CURRENT == 2)); then
    compadd -- $($words[1] --help 2>/dev/null | sed -n 's/^  \([a-z]*\)  .*/\1/p')
elif [[ $PREFIX == -* ]]; then
    compadd -- $($words[1] $words[2] --help 2>/dev/null | grep -oE '^  --[a-z-]+')
else
    _files
fi

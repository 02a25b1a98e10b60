# Prints those of the given .cu files that test __CUDA_ARCH__ or include, directly or indirectly, a header that does.
# File names must be as in #include lines.
/__CUDA_ARCH/ { asks[FILENAME] }
/^#include "/ {
    split($0, part, "\"")
    from[++includes] = FILENAME
    of[includes] = part[2]
}
END {
    do {
        before = count
        for (i = 1; i <= includes; i++) {
            if ((of[i] in asks) && !(from[i] in asks)) {
                asks[from[i]]
                count++
            }
        }
    } while (count > before)
    for (file in asks) {
        if (file ~ /\.cu$/) {
            print file
        }
    }
}

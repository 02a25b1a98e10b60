# Prints those of the given .cu files that test __CUDA_ARCH__ or include, directly or indirectly, a header that does.
# File names must be as in #include lines.
/__CUDA_ARCH/ { dependent[FILENAME] }
/^#include "/ {
    split($0, part, "\"")
    includer[++includes] = FILENAME
    included[includes] = part[2]
}
END {
    do {
        before = count
        for (i = 1; i <= includes; i++) {
            if ((included[i] in dependent) && !(includer[i] in dependent)) {
                dependent[includer[i]]
                count++
            }
        }
    } while (count > before)
    for (file in dependent) {
        if (file ~ /\.cu$/) {
            print file
        }
    }
}

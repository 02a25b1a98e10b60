# Of the files given, the .cu files that ask which architecture they are compiled for, or include a header that does, perhaps
# by way of others. All are named as they stand in an #include.
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

# What of CUDA C++ no macro can replace: launches in chevrons, shared memory whose size the launch gives, and
# instructions by name, which no emulated device has.
s/\b([a-z_]+)<<<(.*)>>>\(/emulated_chevrons(\1, \2)(/
s/extern __shared__ (__align__\([0-9]+\) )?((unsigned )?[a-z0-9_]+) ([a-z]+)\[\];/\2 *\4 = (\2 *)emulated_shared;/
s/static __shared__/static/
s/__shared__ alignas\(([0-9]+)\)/alignas(\1) static/
s/\basm volatile\(/emulated_asm(/
# Sizes from which a variant goes another way, and which no test can reach here.
s/\bHALVED_FROM = [0-9]+/HALVED_FROM = 150/
# A block at a time is run, and so a cluster of one.
s/\bCLUSTER = 2\b/CLUSTER = 1/

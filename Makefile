# speedup: `make` builds build/speedup, `make help` lists targets and settings.
#
# A file in cpu/<workload>/, gpu/<workload>/ or gpu/<workload>/multi_gpu/ is a variant, a file in common/workloads/ a
# workload. The globs below find it and common/build/make_registry.sh registers it. Nothing else lists files. Variants
# from elsewhere are plug-ins (docs/plugins.md); EXTRA_VARIANTS, files to build in, is for tests.

# First, since an older make understands other lines wrongly.
ifneq ($(shell uname -s),Linux)
$(error speedup needs Linux, and this is $(shell uname -s): use WSL2 on Windows, a container elsewhere (docs/install.md))
endif
ifneq ($(filter 3.% 4.0 4.0.% 4.1 4.1.%,$(MAKE_VERSION)),)
$(error speedup needs GNU make 4.2 or newer, and this is $(MAKE_VERSION) (`make -v`): install a newer one; it may be called gmake)
endif

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-builtin-variables
.DEFAULT_GOAL := all

# Uses all processors unless -j is given (a -j on the command line comes later and takes precedence). nproc runs without
# OpenMP's settings, which limit its result.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc 2>/dev/null || echo 1)
endif

# Settings that `make help` lists, and variables that the scripts and the program read from their environment. Another
# name on the command line is a typo, which make alone would ignore (PROFIL=report). Checked in the outermost make only:
# a make that calls this one passes its own settings.
settings := PROFILE WORKLOADS EXPERIMENTS SIZES THREADS FIGURES AUTHOR COURSE ONLY RESULTS FRESH PLAN WRITE REFERENCE SPEEDUP SPEEDUP_MACHINE SPEEDUP_HOST \
  WITH_OPENMP WITH_BLAS WITH_HWLOC WITH_MPI WITH_CUDA BLAS CUDA_HOME CUDA_ARCH NVCC CC CFLAGS LDFLAGS NVCCFLAGS \
  BUILD PREFIX DESTDIR V SANITIZE EXTRA_VARIANTS DEEP BASE CLANG CLANG_TIDY CLANG_FORMAT CPPCHECK SHELLCHECK \
  OMP_% GOMP_% KMP_% OPENBLAS_% BLIS_% MKL_% CUDA_VISIBLE_DEVICES CUDA_DEVICE_ORDER NO_COLOR TMPDIR \
  CXX CXXFLAGS CPPFLAGS LDLIBS AR RANLIB STRIP SHELL INSTALL INSTALL_% # packagers give these to every make
ifeq ($(MAKELEVEL),0)
typed := $(foreach name,$(.VARIABLES),$(if $(filter command,$(origin $(name))),$(name)))
ifneq ($(filter-out $(settings),$(typed)),)
$(error $(filter-out $(settings),$(typed)): no such setting; there are $(settings))
endif
ifneq ($(filter -%,$(MAKECMDGOALS)),)
$(error $(filter -%,$(MAKECMDGOALS)): no such target; `make help` lists them)
endif
profiles := quick report large
ifneq ($(if $(filter study,$(MAKECMDGOALS)),$(filter-out $(profiles),$(PROFILE))$(word 2,$(PROFILE))),)
$(error PROFILE=$(PROFILE): unknown; the choices are $(profiles))
endif
endif

# Several goals run in sequence, each in its own make. So `make deps check` probes for libraries after their
# installation, and `make clean all` does not build and delete at the same time.
ifneq ($(word 2,$(MAKECMDGOALS)),)
.PHONY: $(MAKECMDGOALS) in-order
$(MAKECMDGOALS): in-order
	@:
in-order:
	+@for goal in $(MAKECMDGOALS); do $(MAKE) --no-print-directory "$$goal"; done
else

# ---- settings -----------------------------------------------------------------------------------

BUILD ?= build
# One spelling, as dependency files name targets by it.
override BUILD := $(subst $(CURDIR)/,,$(abspath $(BUILD)))
probed_settings := CC CFLAGS LDFLAGS WITH_OPENMP WITH_BLAS WITH_HWLOC WITH_MPI WITH_CUDA BLAS CUDA_HOME NVCC NVCCFLAGS CUDA_ARCH
# What was built is installed: a setting that is not given is that of the last `make`.
ifneq ($(if $(filter install wheel,$(MAKECMDGOALS)),$(wildcard $(BUILD)/config.key)),)
stored = $(shell sed -n "s/.*\b$1='\([^']*\)'.*/\1/p" '$(BUILD)/config.key')
$(foreach name,$(probed_settings),$(if $(filter default undefined,$(origin $(name))),$(eval $(name) := $$(call stored,$(name)))))
endif
ifneq ($(filter default undefined,$(origin CC)),)
CC := cc
endif
CFLAGS ?= -O3 -g
# With the default flags: against errors in the code that reads files, options and messages of workers. Not of cpu/ and
# plug-ins, whose code is timed: there they made matmul cpu/packed at n 64 slower by 0.6 %.
ifeq ($(CFLAGS)$(SANITIZE),-O3 -g)
hardening := -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
endif
LDFLAGS ?= -Wl,-z,relro,-z,now
PREFIX ?= /usr/local
PROFILE ?= quick
CLANG ?= clang
CLANG_TIDY ?= clang-tidy
CLANG_FORMAT ?= clang-format
CPPCHECK ?= cppcheck
SHELLCHECK ?= shellcheck
V ?= 0

# ---- what this machine can build ----------------------------------------------------------------

.PHONY: FORCE
FORCE:

# Variants over several GPUs are in a folder of their own, and so are the headers that variants of a workload share.
gpu_variants := gpu/*/*.cu gpu/*/multi_gpu/*.cu
gpu_sources := gpu/*.cu $(gpu_variants) gpu/*/kernels/*.cu

unprobed := nightly asan tsan check-emulated coverage help clean deps deps-dev deps-user deps-cuda format format-check uninstall
ifneq ($(filter-out $(unprobed),$(or $(MAKECMDGOALS),all)),)
# A source file that no glob below matches would be left out silently.
sources_like := $(foreach suffix,c cc cpp cxx c++ C cu,$(addsuffix /*.$(suffix),common/workloads cpu cpu/* cpu/*/* \
  gpu gpu/* gpu/*/* gpu/*/*/*))
stray := $(filter-out $(wildcard common/workloads/*.c cpu/*.c cpu/*/*.c gpu/*.c $(gpu_sources)),$(wildcard \
  $(sources_like))) $(filter-out %.c %.cu,$(EXTRA_VARIANTS))
ifneq ($(strip $(stray)),)
$(error $(strip $(stray)): nothing builds it. A variant is C in cpu/<workload>/NAME.c or CUDA in gpu/<workload>/NAME.cu, a \
  workload is C in common/workloads/NAME.c: rename or move it)
endif
include common/build/detect.mk
endif

comma := ,
space := $(subst ,, )

# ---- flags --------------------------------------------------------------------------------------

warnings := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wundef -Wvla \
  -Werror=implicit-function-declaration $(if $(OPENMP_FLAGS),,-Wno-unknown-pragmas)
sanitizer := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer)

# clang's compiler reports linker options as unused.
compile_options := $(filter-out -Wl%,$(KNOWN_OPTIONS))
link_options := $(filter -Wl%,$(KNOWN_OPTIONS))

c_flags = -std=gnu11 -D_GNU_SOURCE $(NATIVE) $(CFLAGS) $(compile_options) $(sanitizer) $(warnings) -I. $(OPENMP_FLAGS) \
  $(HWLOC_FLAGS) $(MPI_FLAGS)
# The same sources give the same build id in any folder, so that a run can be resumed: -objtemp keeps the name of a temporary
# file out of an object, and -g and -lineinfo, which hold the path and the time of a source, are for NVCCFLAGS.
cu_options = -std=c++17 -O3 -objtemp $(NVCCFLAGS) \
  -Xcompiler -Wall,-Wextra,-Wno-unused-parameter,-Wno-missing-field-initializers
cu_flags = $(cu_options) $(cuda_arch) -I.
cuda_arch = $(CUDA_OPTIONS)
# glibc before 2.34 has threads in a library of its own.
link_flags = -pthread $(CFLAGS) $(sanitizer) $(link_options) $(OPENMP_FLAGS) $(LDFLAGS)
libraries = $(HWLOC_LIBS) $(CUDA_LIBS) -lm -ldl
# ScaLAPACK is to call the BLAS of the other variants, which cpu/blas.c opens by name: the linker must not drop it as unused.
ranks_libraries = $(if $(BLAS_LIBS),-Wl$(comma)--push-state$(comma)--no-as-needed $(BLAS_LIBS) -Wl$(comma)--pop-state) \
  $(SCALAPACK_LIBS) $(MPI_LIBS)

# Every process linked with MPI needs time to load it (Open MPI 5 with UCX: 160 ms), and a study starts thousands of
# processes. So two programs are linked from the same objects: PROGRAM-ranks with MPI, for launchers, and PROGRAM with
# stubs in place of MPI. Both have the same build id, which all ranks compare.
# Plug-ins call functions of the program: those of the interface are exported, and no other name can take the place of a
# library's.
link = $(CC) $(link_flags) -Wl,--dynamic-list=common/build/exports.list $(filter %.o,$^)
link_program = $(if $(MPI_LIBS),CC='$(CC) $(CFLAGS)' common/build/stub_link.sh $@ $(link),$(link) -o $@) $(libraries)
and_ranks = $1 $(if $(MPI_LIBS),$1-ranks)

# ---- files --------------------------------------------------------------------------------------

workloads := $(wildcard common/workloads/*.c)
variants := $(wildcard cpu/*/*.c $(gpu_variants))
extra_variants := $(wildcard $(EXTRA_VARIANTS))
# What a file needs stands in its head comment: "Library: MPI", "Processor: x86-64", "Target: amx-int8" (of the compiler),
# "Architecture: sm_90a" (of nvcc). A .cu file needs CUDA. A file that needs one of LACKING is listed, not built.
needing = $(if $1,$(shell grep -lE '^ \* (Library|Processor|Target|Architecture): ($(subst $(space),|,$(strip $1)))( \*/)?$$' \
  $(wildcard cpu/*.c cpu/*/*.c $(gpu_sources) tests/variants/*/*/*.c*) $(extra_variants) $(mutants)))
mutants := $(wildcard $(BUILD)/mutants/cpu/*/*.c $(BUILD)/mutants/gpu/*/*.cu)
unbuilt := $(call needing,$(LACKING)) $(if $(HAVE_CUDA),,%.cu)
built = $(filter-out $(unbuilt),$1)
c_files := $(filter-out common/gpu_none.c,$(wildcard common/*.c common/*/*.c)) \
  $(filter-out $(unbuilt) $(if $(MPI_LIBS),cpu/ranks_none.c),$(wildcard cpu/*.c cpu/*/*.c)) \
  $(wildcard experiments/harness/*.c experiments/harness/*/*.c)
# One program of all unit tests: tests/unit/test_X.c is its group test_X, which ONLY and tests/run.sh name.
unit_tests := $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/test_*.c))
unit_program := $(BUILD)/tests/unit
wrong_variants := $(wildcard tests/variants/cpu/*/*.c tests/variants/gpu/*/*.cu)

c_files += $(if $(HAVE_CUDA),$(wildcard gpu/*.c),common/gpu_none.c)

object = $(patsubst %,$(BUILD)/obj/%.o,$(basename $1))
# All objects but the registry; the slowest to compile come first, so that none is left alone at the end.
objects := $(call object,$(call built,$(wildcard $(gpu_sources)) $(c_files)))
# Objects of unit tests: without the GPU part, whose objects have 170 MB, but with what is plain C of it.
unit_objects := $(call object,common/gpu_none.c $(filter-out gpu/% common/gpu_none.c experiments/harness/main.c \
  $(unbuilt),$(c_files)) gpu/nvml.c) $(BUILD)/obj/registry_unit.o
mutant_objects := $(call object,$(call built,$(mutants)))

# ---- rules --------------------------------------------------------------------------------------

progress = $(if $(filter 0,$(V)),@printf '  %-4s %s\n' '$1' '$2';)

.PHONY: all config list
all: $(call and_ranks,$(BUILD)/speedup)

# The include of common/build/detect.mk has probed already.
config:
	@:

list: all
	@$(BUILD)/speedup list

# These files hold the flags and the list of sources. They are rewritten only if they change, so that a changed flag
# recompiles everything and a removed source is noticed.
$(BUILD)/flags: now = $(CC) $(COMPILER) $(c_flags) $(hardening) $(BLAS_FOUND) $(BLAS_LIBRARY) $(CUDA_REASON) / $(NVCC_FOUND) $(NVCC_VERSION) $(cu_flags) $(CUDA_HOPPER) / \
  $(link_flags) $(ranks_libraries) $(libraries)
$(BUILD)/files: now = $(WITHOUT) $(workloads) $(variants) $(extra_variants) $(wrong_variants)
$(BUILD)/flags $(BUILD)/files: FORCE
	@$(if $(subst x$(strip $(now)),,x$(strip $(file <$@))),$(file >$@,$(strip $(now)))):

$(BUILD)/registry.c: more = $(extra_variants)
$(BUILD)/registry_wrong.c: more = $(wrong_variants)
$(BUILD)/registry_unit.c: more = --without CUDA 'a unit test'
$(BUILD)/registry_mutants.c: more = $(mutants)
$(BUILD)/registry.c $(BUILD)/registry_wrong.c: $(filter $(unbuilt),$(variants) $(extra_variants) $(wrong_variants))
$(BUILD)/registry_unit.c: $(filter %.cu,$(variants))
$(BUILD)/registry_mutants.c: $(BUILD)/mutants/list
$(addprefix $(BUILD)/registry,.c _wrong.c _unit.c _mutants.c): $(BUILD)/files common/build/make_registry.sh
	@common/build/make_registry.sh $(WITHOUT) $(more) $(workloads) $(variants) >$@

$(addprefix $(BUILD)/obj/registry,.o _unit.o _wrong.o _mutants.o): $(BUILD)/obj/%.o: $(BUILD)/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call progress,CC,$<) $(CC) $(c_flags) -MMD -MP -c $< -o $@

$(BUILD)/obj/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call progress,CC,$<) $(CC) $(c_flags) $(hardened) $(own_flags) -MMD -MP -c $< -o $@ $(checked)

$(BUILD)/obj/%.o: %.cu $(BUILD)/flags
	@mkdir -p $(@D)
	$(call progress,NVCC,$<) $(NVCC_FOUND) $(cu_flags) $(own_flags) -MMD -MP -c $< -o $@ $(checked)

$(call object,$(filter common/% experiments/%,$(c_files))): hardened = $(hardening)

# A variant defines its own symbols only, and no constructor. Sanitizers and coverage add both to every object.
ifeq ($(sanitizer)$(findstring --coverage,$(CFLAGS))$(findstring -fprofile,$(CFLAGS)),)
$(call object,$(variants) $(extra_variants) $(wrong_variants) $(mutants)): checked = && common/build/check_object.sh $@ $<
endif

# What `speedup build` needs, in the order of common/build/plugin.sh.
plugin_options = $(strip -D_GNU_SOURCE $(NATIVE) $(filter-out -ffile-prefix-map%,$(compile_options)) $(sanitizer) \
  -Wall -Wextra $(filter -Wno%,$(warnings)) $(OPENMP_FLAGS) $(HWLOC_FLAGS))

# Description of this build, passed to the one object that prints it.
$(BUILD)/obj/common/machine/build.o: own_flags = -DBUILD_COMPILER='"$(COMPILER)"' \
  -DBUILD_FLAGS='"$(filter-out -ffile-prefix-map%,$(c_flags))"' \
  -DBUILD_BLAS='"$(BLAS_FOUND)"' \
  -DBUILD_TOOLCHAIN='"$(CC)","$(CFLAGS)","$(LDFLAGS)","$(plugin_options)","$(NVCC_FOUND)","$(cu_options)","$(CUDA_REASON)","$(CUDA_OPTIONS)","$(CUDA_HOPPER)","$(CUDA_LIBS)"'
$(BUILD)/obj/cpu/blas.o: own_flags = -DBLAS_LIBRARY='"$(BLAS_LIBRARY)"'
$(BUILD)/obj/common/gpu_none.o: own_flags = -DCUDA_REASON='"$(CUDA_REASON)"'

# A file whose head comment has "Architecture: sm_90a" is compiled for that architecture only, if it is enabled: sm_90a code
# is not part of sm_90 code.
$(call object,$(call needing,sm_90a) tests/gpu/racecheck_ring.cu): cuda_arch = $(CUDA_HOPPER)

# Where a program in the build folder finds the headers for plug-ins; an installed one in PREFIX/share/speedup/include.
$(BUILD)/include:
	@mkdir -p $(@D)
	@ln -sfnr . $@

programs := $(BUILD)/speedup $(BUILD)/tests/speedup-wrong $(BUILD)/tests/speedup-mutants
$(BUILD)/speedup $(BUILD)/speedup-ranks: $(objects) $(call object,$(call built,$(extra_variants))) $(BUILD)/obj/registry.o
$(BUILD)/tests/speedup-wrong $(BUILD)/tests/speedup-wrong-ranks: $(objects) $(call object,$(call built,$(wrong_variants))) \
  $(BUILD)/obj/registry_wrong.o

$(programs): common/build/stub_link.sh common/build/exports.list | $(BUILD)/include
	@mkdir -p $(@D)
	$(call progress,LINK,$@) $(link_program)

$(programs:=-ranks): %-ranks: %
	$(call progress,LINK,$@) id=$$(readelf -n $* 2>&1 | sed -n 's/.*Build ID: //p'); \
	  $(link) $${id:+-Wl,--build-id=0x$$id} -o $@ $(ranks_libraries) $(libraries)

# Wrong on purpose: compiler warnings are expected.
$(mutant_objects): own_flags = -w
$(BUILD)/tests/speedup-mutants $(BUILD)/tests/speedup-mutants-ranks: $(objects) $(mutant_objects) $(BUILD)/obj/registry_mutants.o

.PHONY: cmocka
cmocka:
	@[ -n '$(CMOCKA_LIBS)' ] || { echo 'error: the unit tests need cmocka: make deps' >&2; exit 1; }

$(call object,$(wildcard tests/unit/*.c)): | cmocka

$(unit_program): $(call object,$(wildcard tests/unit/*.c)) $(unit_objects)
	@mkdir -p $(@D)
	$(call progress,LINK,$@) $(CC) $(link_flags) $^ -o $@ $(CMOCKA_LIBS) $(ranks_libraries) $(libraries)

# ---- tests --------------------------------------------------------------------------------------

.PHONY: check check-built nightly check-emulated check-faults check-page check-slurm check-mpi check-truth check-load check-cost mistakes mutants mutants-run asan asan-run tsan tsan-run fuzz fuzz-run coverage check-gpu sanitize-gpu
check: check-built
	@tests/run.sh $(BUILD) $(ONLY)

# ONLY='run.bats test_rounds' builds and runs these tests only.
only := $(ONLY:.bats=)
cli_tests := $(wildcard tests/cli/*.bats)
report_tests := $(wildcard tests/report/test_*.py)
ifeq ($(MAKELEVEL),0) # a make that a test calls may lie elsewhere
ifneq ($(filter-out unit $(notdir $(cli_tests:.bats=) $(report_tests)) $(unit_tests) bad-inputs.tsv,$(only)),)
$(error ONLY=$(filter-out unit $(notdir $(cli_tests:.bats=) $(report_tests)) $(unit_tests) bad-inputs.tsv,$(only)): no such test; there are unit (all unit \
  tests in C), bad-inputs.tsv, $(notdir $(cli_tests)) $(unit_tests) $(notdir $(report_tests)))
endif
endif
chosen_cli := $(if $(only),$(filter $(only:%=tests/cli/%.bats),$(cli_tests)),$(cli_tests))
chosen_unit := $(if $(only),$(filter unit $(unit_tests),$(only)),$(unit_tests))
chosen_report := $(if $(only),$(filter $(only:%=tests/report/%),$(report_tests)),$(report_tests))
check-built: $(if $(chosen_cli)$(chosen_report)$(filter bad-inputs.tsv,$(only)),all) $(if $(chosen_unit),$(unit_program)) \
  $(if $(shell grep -ls '\$$wrong' $(chosen_cli) /dev/null),$(call and_ranks,$(BUILD)/tests/speedup-wrong))

# The GPU part on the CPU, with a CUDA toolkit written in C++ (tests/emulator/), and variants that it must reject.
emulated := BUILD=$(BUILD)/emulated CUDA_HOME='$(abspath $(BUILD))/emulator' NVCC= CUDA_ARCH=80 CFLAGS='-O1 -g' WITH_BLAS=no \
  EXTRA_VARIANTS='tests/emulator/gpu/*/*.cu'
check-emulated:
	@tests/emulator/toolkit.sh $(BUILD)/emulator
	+@$(MAKE) --no-print-directory $(emulated) all
	@tests/emulator/run.sh $(BUILD)/emulated

# tests/faults/: one call of the C library fails at a time. tests/page/: report.html in a headless Chromium. tests/slurm/:
# the study over two nodes of a real Slurm, both on this machine. tests/mpi/: a study over two hosts with a network between
# them, both namespaces of this machine.
check-faults check-page check-slurm check-mpi: check-%: all
	@tests/$*/run.sh $(BUILD)

# gcc or clang: addresses, leaks and undefined behavior, over the unit tests and `check`. Without the GPU part: CUDA
# maps memory where AddressSanitizer has its own. Without MPI, whose library leaks.
asan: own_build = SANITIZE=address,undefined CFLAGS='-O1 -g' WITH_CUDA=no WITH_MPI=no

asan-run: all $(unit_program)
	@tests/sanitize.sh address $(BUILD)

# clang only: ThreadSanitizer must see OpenMP's barriers. gcc's libgomp is not instrumented, so every parallel region
# would look like a race; LLVM's libomp reports barriers through libarcher. OpenBLAS and MPI have their own threads and
# are not instrumented either.
tsan: own_build = CC=$(CLANG) SANITIZE=thread CFLAGS='-O1 -g' WITH_OPENMP=yes WITH_BLAS=no WITH_CUDA=no WITH_MPI=no

tsan-run: all
	@CLANG='$(CC)' tests/sanitize.sh thread $(BUILD)

# libFuzzer, clang's: each kind of input for FUZZ_SECONDS, with AddressSanitizer and UndefinedBehaviorSanitizer.
fuzz: own_build = CC=$(CLANG) SANITIZE=fuzzer-no-link,address,undefined CFLAGS='-O1 -g' \
  WITH_OPENMP=no WITH_BLAS=no WITH_CUDA=no WITH_MPI=no

fuzzers := $(patsubst tests/fuzz/%.c,$(BUILD)/tests/fuzz/%,$(wildcard tests/fuzz/*.c))
$(fuzzers): $(BUILD)/tests/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(unit_objects)
	@mkdir -p $(@D)
	$(call progress,LINK,$@) $(CC) $(link_flags) -fsanitize=fuzzer $^ -o $@ $(libraries)

fuzz-run: $(fuzzers)
	@tests/fuzz/run.sh $(BUILD)

coverage: own_build = CFLAGS='-O1 -g --coverage'
asan tsan fuzz coverage:
	+@$(MAKE) --no-print-directory BUILD=$(BUILD)/$@ $(own_build) $@-run

.PHONY: coverage-run
coverage-run: all check-built
	@code=0; tests/run.sh $(BUILD) $(ONLY) || code=1; $(BUILD)/speedup check --quiet --size 33,100 || code=1; \
	  tests/coverage.sh $(BUILD); exit $$code

# Acceptance of the method, with its figures; about ten minutes.
check-truth: $(unit_program)
check-truth check-load check-cost: check-%: all
	@tests/$*.sh $(BUILD)

mutants:
	@tests/mutants/make.sh $(BUILD)/mutants
	+@$(MAKE) --no-print-directory mutants-run

mutants-run: $(call and_ranks,$(BUILD)/tests/speedup-mutants)
	@tests/mutants/run.sh $(BUILD)

# What check and run say of each variant that is wrong on purpose: into docs/adversarial.md.
mistakes: $(BUILD)/tests/speedup-wrong
	@tests/mistakes.sh $(BUILD)

nightly:
	@.ci/nightly

# What racecheck reports of a ring in shared memory; on Hopper only.
racecheck_ring := $(if $(CUDA_HOPPER),$(BUILD)/tests/racecheck_ring)
$(BUILD)/tests/racecheck_ring: $(call object,tests/gpu/racecheck_ring.cu)
	@mkdir -p $(@D)
	$(call progress,LINK,$@) $(CC) $(link_flags) $^ -o $@ $(CUDA_LIBS) -lm -ldl

sanitize-gpu: $(racecheck_ring)
check-gpu sanitize-gpu: %-gpu: all $(call and_ranks,$(BUILD)/tests/speedup-wrong)
	@NVCC='$(NVCC_FOUND)' tests/gpu.sh $* $(BUILD)

# ---- study --------------------------------------------------------------------------------------

.PHONY: study reference
study: all
	@PROFILE='$(PROFILE)' SPEEDUP="$${SPEEDUP:-$(abspath $(BUILD))/speedup}" experiments/study.sh

# The report of each folder of report/reference, from its samples, and the page of two of them.
reference: all
	@for folder in report/reference/*/; do SPEEDUP='$(abspath $(BUILD))/speedup' report/build.sh "$$folder" || exit; done
	@SPEEDUP='$(abspath $(BUILD))/speedup' report/build.sh report/reference/h100 --beside report/reference/h200

# ---- source -------------------------------------------------------------------------------------

.PHONY: lint format format-check compile_commands.json
sources = $(shell find common cpu gpu experiments tests -name '*.[ch]' -o -name '*.cc' -o -name '*.cu' -o -name '*.cuh')

# For clangd and other tools: the command of every object, from a dry run that builds nothing.
compile_commands.json:
	@mkdir -p '$(BUILD)'
	@$(MAKE) --no-print-directory -nB V=1 check-built | sed -nE -e 's/["\\]/\\&/g' \
	  -e 's|^(.* -c (\S+) -o (\S+)).*|{"directory": "$(CURDIR)", "file": "\2", "output": "\3", "command": "\1"},|p' | \
	  sed '1s/^/[/; $$s/,$$/]/' >'$(BUILD)/$@'

lint:
	@DEEP='$(DEEP)' CLANG_TIDY='$(CLANG_TIDY)' CPPCHECK='$(CPPCHECK)' SHELLCHECK='$(SHELLCHECK)' C_FILES='$(c_files)' \
	  C_FLAGS='$(filter -std% -I% -isystem% -D% -W%,$(c_flags)) $(OPENMP_FLAGS)' tests/lint.sh

format:
	@$(CLANG_FORMAT) -i $(sources)

format-check:
	@$(CLANG_FORMAT) --dry-run -Werror $(sources) && echo 'format: $(words $(sources)) files conform to .clang-format'

# ---- the system ---------------------------------------------------------------------------------

.PHONY: deps deps-dev deps-user deps-cuda install uninstall clean help
deps:
	@common/build/deps.sh run

deps-dev:
	@common/build/deps.sh run develop

deps-user deps-cuda: deps-%:
	@common/build/deps_$*.sh

data := $(DESTDIR)$(PREFIX)/share
share := $(data)/speedup
# Beside share/speedup, where the system's programs look for them.
pkgconfig := $(data)/pkgconfig/speedup.pc
man_page := $(data)/man/man1/speedup.1
bash_completion := $(data)/bash-completion/completions/speedup
zsh_completion := $(data)/zsh/site-functions/_speedup
VERSION = $(shell sed -n 's/^\#define SPEEDUP_VERSION "\(.*\)"/\1/p' experiments/harness/main.c)
install: all
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(share)/build' '$(share)/common/build'
	install -m 755 $(call and_ranks,$(BUILD)/speedup) '$(DESTDIR)$(PREFIX)/bin/'
	cp -R LICENSE plots report experiments '$(share)/'
	install -m 755 common/build/cuda_tool.sh '$(share)/common/build/'
	rm -rf '$(share)/experiments/harness'
	ln -sf ../../../bin/speedup '$(share)/build/speedup'
	ln -sf ../share/speedup/report/build.sh '$(DESTDIR)$(PREFIX)/bin/speedup-report'
	rm -rf '$(share)/include'
	install -d '$(share)/include'
	cp --parents $$(find common cpu gpu -name '*.h' -o -name '*.cuh' -o -path '[cg]pu/*/*.c*') gpu/launch.cu gpu/check.cu cpu/workload.template common/build/plugin.sh common/build/wrap.sh '$(share)/include/'
	chmod -R u=rwX,go=rX '$(share)' # whatever the umask
	printf '%s\n' 'prefix=$${pcfiledir}/../..' 'Name: speedup' 'Description: headers for variants of speedup' \
	  'Version: $(VERSION)' 'Cflags: -I$${prefix}/share/speedup/include' | install -D -m 644 /dev/stdin '$(pkgconfig)'
	install -D -m 644 common/build/completion.bash '$(bash_completion)'
	install -D -m 644 common/build/completion.zsh '$(zsh_completion)'
	common/build/man.sh '$(BUILD)/speedup' | install -D -m 644 /dev/stdin '$(man_page)' || rm -f '$(man_page)' # of another architecture

# The prefix of the wheel is a folder of its package.
.PHONY: wheel
wheel: all
	@rm -rf '$(BUILD)/wheel'
	+@$(MAKE) --no-print-directory install DESTDIR='$(abspath $(BUILD))/wheel/speedup' PREFIX=/installed >/dev/null
	@python/wheel.sh '$(BUILD)/wheel'

uninstall:
	rm -f '$(DESTDIR)$(PREFIX)/bin/speedup'{,-ranks,-report} '$(pkgconfig)' '$(man_page)' '$(bash_completion)' '$(zsh_completion)'
	rm -rf '$(share)'

clean:
	rm -rf '$(BUILD)'

help:
	@sed -En 's/^#h ?//p' $(firstword $(MAKEFILE_LIST))

#h make               build build/speedup with what this machine allows
#h make deps          install what building, measuring, reporting and testing need (Debian, Ubuntu)
#h make deps-dev      install what the developer targets need: clang, linters, Slurm; it names daemons among them
#h make deps-user     without root: what the report needs (Jinja2, gnuplot, pandoc) and bats, from PyPI into ./venv
#h make deps-cuda     nvcc, CUDA's runtime and cuBLAS from NVIDIA's wheels on PyPI into ./cuda, where no toolkit is installed
#h make study         run every experiment, then make tables, figures and the report
#h make check         all tests: unit tests and the command line; ONLY="run.bats test_rounds" runs a part
#h make reference     the reports of report/reference again, from their samples
#h make check-page    report.html in a headless Chromium: tables, figures, keyboard, contrast, printed pages (make deps-dev)
#h make check-emulated  GPU variants on the CPU, also on several GPUs and ranks, in random orders that events allow (needs g++, no CUDA)
#h make check-faults  about 1,000 calls that fail, one at a time: memory, files, processes (WRITE=1: into tests/README.md)
#h make fuzz          random inputs of every kind, FUZZ_SECONDS (60) each, under AddressSanitizer and UBSan (clang)
#h make nightly       the suite in several builds, and the longest tests; hours (make deps-dev)
#h make check-slurm   the study over two nodes of a local Slurm, as root (make deps-dev)
#h make check-mpi     ranks on two hosts, emulated by network namespaces, as root (make deps-dev)
#h make list          every variant, and whether it can run here
#h make config        probe again what this machine can build
#h make asan          unit tests and `speedup check` under AddressSanitizer and UBSan
#h make tsan          `speedup check` under ThreadSanitizer (clang)
#h make check-truth   acceptance of the statistical method, with its figures (WRITE=1: into tests/README.md)
#h make check-load    what an interval of five rounds covers on this machine, quiet and loaded; ten minutes (WRITE=1: into tests/README.md)
#h make check-cost    what verification costs beside another build, BASE=PROGRAM; ten minutes (WRITE=1: into tests/README.md)
#h make mistakes      what check and run say of variants that are wrong on purpose (WRITE=1: into docs/adversarial.md)
#h make mutants       mutation score of the verifier: wrong variants that it rejects (needs no GPU)
#h make check-gpu     every GPU variant against the reference; needs a GPU
#h make sanitize-gpu  compute-sanitizer over every GPU variant; needs a GPU
#h make coverage      test coverage by lines, per file
#h make lint          terms, cppcheck, clang-tidy and shellcheck, if installed; DEEP=1: clang's analyzer without limit
#h make compile_commands.json  BUILD/compile_commands.json, for clangd
#h make format        clang-format all sources; format-check only checks
#h make install       into PREFIX (/usr/local), below DESTDIR; uninstall removes it
#h make wheel         a Python wheel of the program and the report, in BUILD/wheel (make deps-dev)
#h make clean         remove the build folder (BUILD, build), but no results
#h
#h Several targets run one after the other: make deps study
#h
#h Settings, as NAME=value:
#h   PROFILE=quick|report|large   sizes of `make study`
#h   WORKLOADS="matmul apsp", EXPERIMENTS="size-scaling ceilings"   a part of the study (all)
#h   SIZES=512,1024, THREADS=1,2  override those of every sweep, except the ceilings' sizes
#h   FIGURES="svg png pdf"        formats of the figures (svg)
#h   AUTHOR=NAME, COURSE=NAME     on the report's title and printed pages
#h   RESULTS=FOLDER, FRESH=1      folder of the study's results; measure finished points again
#h   PLAN=study.manifest          only write the study's points, as a manifest
#h   REFERENCE=FOLDER             results to use in place of a GPU
#h   SPEEDUP=PROGRAM              program that the study runs (the one in BUILD)
#h   WITH_OPENMP, WITH_BLAS, WITH_HWLOC, WITH_MPI, WITH_CUDA=auto|yes|no   yes: fail if unavailable
#h   BLAS=openblas|blis|mkl|scipy   the library of the blas variants (the first that links); scipy: pip install scipy-openblas32; mkl: mkl mkl-include
#h   CUDA_HOME, NVCC              location of the CUDA Toolkit
#h   CUDA_ARCH="80 90"|all        architectures (that of the GPU present; without a GPU 90)
#h   CC, CFLAGS, LDFLAGS, NVCCFLAGS, BUILD, PREFIX, DESTDIR, V=1 for whole commands
#h OpenMP's and CUDA's own (OMP_PLACES, CUDA_VISIBLE_DEVICES) are passed to the program. Other names are rejected.

.SECONDARY:
-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

endif

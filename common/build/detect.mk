# What this machine can build: probed by compiling and linking, never guessed.
#
# common/build/detect.sh does the probing. $(BUILD)/config.mk holds its answers and is made again when a
# setting below, the probes, the system's packages or the presence of a GPU change;
# $(BUILD)/config.log holds every command and what it printed. Nothing here fails silently: the
# table says what was left out and why, and WITH_X=yes ends the build where X cannot be had.

WITH_OPENMP ?= auto
WITH_BLAS ?= auto
WITH_HWLOC ?= auto
WITH_MPI ?= auto
WITH_CUDA ?= auto
BLAS ?= auto
CUDA_HOME ?=
NVCC ?=
NVCCFLAGS ?=
CUDA_ARCH ?= auto

config_settings := $(strip CC='$(CC)' CFLAGS='$(CFLAGS)' LDFLAGS='$(LDFLAGS)' \
  WITH_OPENMP='$(WITH_OPENMP)' WITH_BLAS='$(WITH_BLAS)' WITH_HWLOC='$(WITH_HWLOC)' WITH_MPI='$(WITH_MPI)' \
  WITH_CUDA='$(WITH_CUDA)' \
  BLAS='$(BLAS)' CUDA_HOME='$(CUDA_HOME)' NVCC='$(NVCC)' NVCCFLAGS='$(NVCCFLAGS)' CUDA_ARCH='$(CUDA_ARCH)')
config_key := $(config_settings) $(wildcard /dev/nvidia[0-9]*)

# `make config` probes again in any case; make starts over after that, once.
ifeq ($(MAKECMDGOALS)$(MAKE_RESTARTS),config)
$(BUILD)/config.mk: FORCE
endif

ifneq ($(strip $(config_key)),$(strip $(file <$(BUILD)/config.key)))
$(BUILD)/config.mk: FORCE
endif

$(BUILD)/config.mk: export CONFIG_KEY := $(config_key)
$(BUILD)/config.mk: common/build/detect.mk common/build/detect.sh common/build/detect_cuda.sh $(wildcard /var/lib/dpkg/status)
	@mkdir -p $(@D)
	@echo 'What this machine can build ($(BUILD)/config.log has the details):'
	@$(config_settings) common/build/detect.sh $(BUILD)

include $(BUILD)/config.mk

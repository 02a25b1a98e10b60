# Features that this machine can build, probed by compiling and linking.
#
# common/build/detect.sh runs the probes. $(BUILD)/config.mk holds their results; it is remade when a setting below, the
# probes, the system's packages, ./cuda or the presence of a GPU changes. $(BUILD)/config.log holds every command and its
# output. No probe fails silently: the table reports what is left out and why, and WITH_X=yes ends the build if X is
# unavailable.

$(foreach name,WITH_OPENMP WITH_BLAS WITH_HWLOC WITH_MPI WITH_CUDA BLAS CUDA_ARCH,$(eval $(name) ?= auto))

config_settings := $(strip $(foreach name,$(probed_settings),$(name)='$($(name))'))
config_key := $(config_settings) $(wildcard /dev/nvidia[0-9]* cuda/nvidia/cu13/bin/nvcc)

# `make config` always probes again; make restarts once after that.
ifeq ($(MAKECMDGOALS)$(MAKE_RESTARTS),config)
$(BUILD)/config.mk: FORCE
endif

ifneq ($(strip $(config_key)),$(strip $(file <$(BUILD)/config.key)))
$(BUILD)/config.mk: FORCE
endif

$(BUILD)/config.mk: export CONFIG_KEY := $(config_key)
$(BUILD)/config.mk: common/build/detect.mk common/build/detect.sh common/build/detect_cuda.sh $(wildcard /var/lib/dpkg/status)
	$(if $(shell mkdir -p '$(@D)' 2>/dev/null && [ -w '$(@D)' ] || echo no),$(error cannot write the folder $(@D); name one of \
	  your own: make BUILD=$$HOME/speedup-build))
	@echo 'What this machine can build ($(BUILD)/config.log has the details):'
	@$(config_settings) common/build/detect.sh $(BUILD)

LACKING :=
WITHOUT :=
include $(BUILD)/config.mk

# `make help` lists the targets. Every target first installs only what it needs, and is quick if nothing
# is missing.

.DEFAULT_GOAL := build

PORT ?= 8080
# number of parallel jobs
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
CC ?= cc
comma := ,
NPX := npx --no-install

# the modules of the main entries and of the comparison methods
MODULES := core compare
BYTES := $(MODULES:%=wasm/dist/%-bytes.js)
# the declarations and the published files of the entries of package.json
ENTRIES := index external three workers compare
TYPES := $(ENTRIES:%=js/types/js/%.d.ts)
DIST := $(addprefix js/dist/,$(ENTRIES:%=%.js) shared.js worker.js growth-distance.min.js)

C_SOURCES := $(filter-out src/compare/%,$(sort $(wildcard src/*/*.c)))
C_HEADERS := $(filter-out src/compare/%,$(sort $(wildcard src/*.h src/*/*.h)))
# The comparison methods have a module of their own. The native library includes them.
COMPARE_SOURCES := $(wildcard src/compare/*.c)
COMPARE_HEADERS := $(wildcard src/compare/*.h)
C_TESTS := $(wildcard tests/unit/*.c tests/hard/*.c tests/module/*.c tests/lib/*.c)
C_FORMATTED := $(C_SOURCES) $(C_HEADERS) $(COMPARE_SOURCES) $(COMPARE_HEADERS) \
               $(wildcard $(addprefix tests/,$(addsuffix /*.[ch],unit hard module lib package soak proof fuzz bench bench/against)) wasm/*.[ch])
JS_SOURCES := $(filter-out js/rolldown.config.js js/types/% js/dist/%,$(wildcard js/*.js js/*/*.js))

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wmissing-prototypes \
            -Wstrict-prototypes -Wswitch-enum -Wdouble-promotion -Wvla -Werror
# Contraction is off, for the same bits as wasm. Vectorising by the compiler costs 10 % in the solver
# loops; where vectors pay, the code has them by hand (src/shapes/support.h).
NUMERICS := -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-tree-vectorize -fno-tree-slp-vectorize
CFLAGS_ALL := -std=c11 -O3 -Isrc $(WARNINGS) $(NUMERICS) $(CFLAGS)

# Unrolled loops and duplicated loads cost 10 kB of the compressed module and gain no time. The module takes
# 1.4 times as long as native code (median of 17 families), because Node's compiler makes 1.4 to 1.6 times as
# many instructions of a function and keeps up to twice as many values on the stack. No faster: -O2,
# vectorising, wasm-opt -O4, wasm-opt --flatten --rereloop, minima, maxima and copysign in lanes. An inline
# threshold of 900 gains 2 % for 24 % more bytes.
EMFLAGS := -std=c11 -O3 -Isrc -msimd128 -mmutable-globals -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-vectorize -fno-slp-vectorize \
           -mllvm -unroll-runtime=false -mllvm -unroll-allow-partial=false -mllvm -enable-load-pre=0 -fvisibility=hidden -Wall -Wextra -Wconversion -Werror

# A standalone reactor without generated JavaScript. It imports two functions, for memory growth and for
# custom shapes. The linker cannot resolve the second, so it must not stop at undefined symbols;
# tests/safety/host.test.js checks that there are no others.
# The memory starts with 8 MB, because its first growth detaches a buffer. From then on the engine checks all
# accesses to typed arrays for this. In Node 20, a ray then took 8 to 16 of 150 ns more.
EMMODULE := -sSTANDALONE_WASM --no-entry -sALLOW_MEMORY_GROWTH -sMALLOC=emmalloc \
            -sINITIAL_MEMORY=8MB -sTOTAL_STACK=256KB -sMAXIMUM_MEMORY=1GB -Wl,--stack-first \
            -Wl,--wrap=emscripten_resize_heap -Wl,--export=__stack_pointer \
            -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0

.PHONY: build
build: $(BYTES) wasm/dist/core-file.js $(TYPES) $(DIST) build/cc/libgrowth-distance.a ## build the module, the types and the native library (default)

# ---- tools that a machine needs -----------------------------------------------------------------

# $(call debian,command,package): installs a Debian package unless the command is there.
# $(call debian_unless,test,name,package): installs it unless the test succeeds.
debian = $(call debian_unless,command -v $(1),$(1),$(2))
define debian_unless
@$(1) >/dev/null || { \
  if [ "$$(id -u)" = 0 ]; then as=; \
  elif sudo -n true 2>/dev/null; then as=sudo; \
  else echo "$(2) is missing. Install it with:  sudo apt-get install --no-install-recommends $(3)" >&2; exit 1; fi; \
  echo "installing $(3) ..."; \
  $$as apt-get update -qq && \
  $$as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(3) >/dev/null; }
endef

.PHONY: setup need-emcc need-clang need-chromium
setup: need-emcc need-clang need-chromium node_modules/.package-lock.json ## install everything a fresh Debian machine lacks
need-emcc:
	$(call debian,emcc,emscripten)
need-clang:
	$(call debian,clang,clang)
	$(call debian,clang-format,clang-format)
	$(call debian,clang-tidy,clang-tidy)
	$(call debian_unless,test -e "$$(clang -print-file-name=libclang_rt.asan-$$(uname -m).a)",the sanitizer runtime,libclang-rt-14-dev)
need-chromium:
	$(call debian,chromium,chromium)

node_modules/.package-lock.json: package.json package-lock.json
	@command -v npm >/dev/null || { echo "npm is missing. Install Node.js 20 or newer." >&2; exit 1; }
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# ---- the wasm module, and files generated from the ABI --------------------------------------------

EMCC := NODE_PATH=/usr/share/nodejs emcc $(EMFLAGS) $(EMMODULE)
WASM_SOURCES := $(wildcard wasm/*.[ch]) $(C_SOURCES) $(C_HEADERS)

wasm/dist/core.wasm: wasm/module.c $(WASM_SOURCES) | need-emcc
wasm/dist/compare.wasm: wasm/module_compare.c $(WASM_SOURCES) $(COMPARE_SOURCES) $(COMPARE_HEADERS) | need-emcc
$(MODULES:%=wasm/dist/%.wasm):
	@mkdir -p wasm/dist
	$(EMCC) $< -o $@

build/abi_dump: wasm/abi_dump.c src/growth_distance.h src/growth_distance_trace.h src/growth_distance_world.h \
		src/queries/query_table.h
	@mkdir -p build
	$(CC) -std=c11 -Isrc $(WARNINGS) -o $@ $<

wasm/dist/abi.js: build/abi_dump wasm/abi.mjs
	@mkdir -p wasm/dist
	node wasm/abi.mjs build/abi_dump

wasm/dist/unpack.js: wasm/unpack.wat wasm/pack.mjs | need-emcc
	@mkdir -p wasm/dist
	wasm-as $< -o wasm/dist/unpack.wasm
	node wasm/pack.mjs unpack

# A rule with &: writes all its files at once, so it runs again if one of them is missing.
wasm/dist/core-bytes.js wasm/dist/core-file.js &: wasm/dist/core.wasm wasm/dist/unpack.js wasm/dist/abi.js
	node wasm/pack.mjs core
wasm/dist/compare-bytes.js: wasm/dist/compare.wasm wasm/dist/unpack.js wasm/dist/abi.js
	node wasm/pack.mjs compare

$(TYPES) &: $(JS_SOURCES) js/tsconfig.json js/declarations.mjs $(BYTES) node_modules/.package-lock.json
	@rm -rf js/types
	$(NPX) tsc -p js
	@node js/declarations.mjs
	@touch -c $(TYPES) && ls $(TYPES) >/dev/null

# what package.json exports: few files, and a script for pages without modules
$(DIST) &: $(JS_SOURCES) js/rolldown.config.js $(BYTES) node_modules/.package-lock.json
	@rm -rf js/dist
	$(NPX) rolldown -c js/rolldown.config.js --log-level warn
	@touch -c $(DIST) && ls $(DIST) >/dev/null

# ---- native ---------------------------------------------------------------------------------------

# for soaking and fuzzing: checks of certificates from definitions, in extended precision
PROOF := $(wildcard tests/proof/*.[ch])
CFLAGS_PROOF = $(filter-out -Wdouble-promotion,$(CFLAGS_ALL))

# allocations of the tests and of the code under test go through tests/module/memory.c
WRAP := $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc aligned_alloc free)

# The exports of both modules as native object files, for tests of the ABI under sanitizers and for coverage:
# only their exports are visible, and they call the native library. They allow fewer shapes and worlds, so
# that tests reach the limits. Warnings are off, because other compilers do not support the attributes of
# emcc.
MODULE_FLAGS := -w -DLIBRARY_LINKED -Daligned_alloc=memory_low -Dfree=memory_low_free \
                -DSLOT_LIMIT=128u -DWORLD_NUMBERS=8 -DGD_WORLD_BODIES_MAX=128u
# the builds that include the tests of the modules
WITH_MODULE := sanitized coverage
MODULE_TESTS := $(wildcard tests/module/test_host*.c)
# the sources that every test binary has besides tests
TEST_LIB := $(wildcard tests/lib/*.c) tests/module/memory.c

# T selects the tests of exactly this name, or else all tests with it in their names. The parts of the
# test of the module stay together.
find_c = $(wildcard $(addsuffix /test_$(1).c,tests/unit tests/hard tests/module))
find_js = $(filter-out tests/consumers/% tests/bench/%,$(wildcard tests/*/$(subst _,-,$(1)).test.js))
find_tests = $(call find_c,$(1)) $(call find_js,$(1))
ifneq ($(T),)
NAMED := $(sort $(or $(strip $(call find_tests,$(T))),$(strip $(call find_tests,*$(T)*))))
NAMED_JS := $(filter %.js,$(NAMED))
NAMED_C := $(sort $(filter %.c,$(NAMED)) $(if $(filter $(MODULE_TESTS),$(NAMED)),$(MODULE_TESTS)))
# the names of the tests that these C files register
NAMED_RUN := $(if $(NAMED_C),$(shell sed -n 's/^TEST(\(.*\)).*/\1/p' $(NAMED_C)))
endif

# build/<compiler>/: static library, module and test binary, once per compiler.
define native
build/$(1)/%.o: src/%.c $$(C_HEADERS) $$(COMPARE_HEADERS)
	@mkdir -p $$(@D)
	$(2) $$(CFLAGS_ALL) $(3) -c -o $$@ $$<
build/$(1)/libgrowth-distance.a: $$(patsubst src/%.c,build/$(1)/%.o,$$(C_SOURCES) $$(COMPARE_SOURCES))
	@rm -f $$@
	ar rcs $$@ $$^
build/$(1)/proof/%.o: tests/proof/%.c $$(PROOF) $$(C_HEADERS) $$(COMPARE_HEADERS)
	@mkdir -p $$(@D)
	$(2) $$(CFLAGS_PROOF) $(3) -Isrc -Itests -c -o $$@ $$<
build/$(1)/module.o build/$(1)/module_compare.o: build/$(1)/%.o: wasm/%.c $$(wildcard wasm/*.[ch]) src/world/world.c $$(C_HEADERS) $$(COMPARE_HEADERS)
	@mkdir -p $$(@D)
	$(2) $$(CFLAGS_ALL) $$(MODULE_FLAGS) $(3) -c -o $$@ $$<
	objcopy --wildcard --keep-global-symbol='module_*' $$@
build/$(1)/tests/%.o: tests/%.c $$(wildcard tests/*/*.h) $$(C_HEADERS) $$(COMPARE_HEADERS)
	@mkdir -p $$(@D)
	$(2) $$(CFLAGS_ALL) $(3) $(if $(filter clang coverage,$(1)),-O1,-O0) -Isrc -Itests -c -o $$@ $$<
build/$(1)/test: $$(patsubst %.c,build/$(1)/%.o,$$(filter-out $(if $(filter $(1),$(WITH_MODULE)),,$$(MODULE_TESTS)),$$(C_TESTS))) \
		$(if $(filter $(1),$(WITH_MODULE)),build/$(1)/module.o build/$(1)/module_compare.o)
# the tests that T selects, with one compiler
build/$(1)/test-$(T): $$(patsubst %.c,build/$(1)/%.o,$$(TEST_LIB) $$(NAMED_C)) \
		$$(if $$(filter $$(MODULE_TESTS),$$(NAMED_C)),build/$(1)/module.o build/$(1)/module_compare.o)
build/$(1)/test build/$(1)/test-$(T): build/$(1)/libgrowth-distance.a \
		$$(patsubst tests/proof/%.c,build/$(1)/proof/%.o,$$(filter %.c,$$(PROOF)))
	$(2) $$(CFLAGS_ALL) $(3) -o $$@ $$(filter %.o,$$^) $$(filter %.a,$$^) -lm $$(WRAP)
build/$(1)/bits: tests/package/bits.c build/$(1)/libgrowth-distance.a
	$(2) $$(CFLAGS_ALL) $(3) -Isrc -o $$@ $$^ -lm
build/$(1)/soak build/$(1)/soak_dimensions: build/$(1)/%: tests/soak/%.c $$(PROOF) build/$(1)/libgrowth-distance.a
	$(2) $$(CFLAGS_PROOF) $(3) -Isrc -Itests -o $$@ $$(filter %.c %.a,$$^) -lm
endef
# The unit tests and the replay of the fuzzers' corpus share the sanitized objects. The objects for fuzzing
# also count coverage, which takes a fifth of the time. Casts out of range trap in WebAssembly, and
# `undefined` does not include them. Stack traces need only line numbers. The tests are built
# with -O0, which takes a third of the time; with clang, which runs them longest, with -O1.
SANITIZE := -gline-tables-only -O1 -DGD_DEBUG -fno-sanitize-recover=all -fno-omit-frame-pointer
ADDRESS := address,undefined,float-cast-overflow
# CC is mostly gcc or clang under another name. SAME is that one, so that nothing is compiled twice.
program = $(realpath $(shell command -v $(1)))
SAME := $(firstword $(foreach name,gcc clang,$(if $(filter $(call program,$(name)),$(call program,$(CC))),$(name))))
# the one compiler of quick tests
ONE := $(or $(SAME),cc)
ifeq ($(SAME),)
$(eval $(call native,cc,$(CC)))
else
build/cc/libgrowth-distance.a: build/$(SAME)/libgrowth-distance.a
	@mkdir -p $(@D)
	cp $< $@
endif
$(eval $(call native,gcc,gcc))
$(eval $(call native,clang,clang))
$(eval $(call native,sanitized,clang,$(SANITIZE) -fsanitize=$(ADDRESS)))
$(eval $(call native,counted,clang,$(SANITIZE) -fsanitize=fuzzer-no-link$(comma)$(ADDRESS)))
$(eval $(call native,memory,clang,$(SANITIZE) -fsanitize=memory))
$(eval $(call native,gcc-O0,gcc,-O0))
$(eval $(call native,clang-O0,clang,-O0))
$(eval $(call native,coverage,clang,-O1 -fprofile-instr-generate -fcoverage-mapping))

# ---- fuzzers ----------------------------------------------------------------------------------------

FUZZERS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))
CFLAGS_FUZZ = $(CFLAGS_PROOF) -Wno-pedantic $(SANITIZE) -Isrc -Itests
# $(call fuzzers,folder,objects' folder,sanitizers)
define fuzzers
$(FUZZERS:%=build/$(1)/%): build/$(1)/%: tests/fuzz/%.c tests/fuzz/fuzz.h build/$(2)/libgrowth-distance.a \
		$(patsubst tests/proof/%.c,build/$(2)/proof/%.o,$(filter %.c,$(PROOF))) $(wildcard wasm/*.[ch])
	@mkdir -p $$(@D)
	clang $$(CFLAGS_FUZZ) -fsanitize=fuzzer,$(3) -o $$@ $$< $$(filter %.o,$$^) $$(filter %.a,$$^) -lm
endef
$(eval $(call fuzzers,fuzzers,sanitized,$(ADDRESS)))
$(eval $(call fuzzers,fuzzers-counted,counted,$(ADDRESS)))
$(eval $(call fuzzers,fuzzers-memory,memory,memory))

# Stops at the first failure, and writes the failing input to tests/output.
# $(call fuzz,folder and fuzzer,limit of runs or time,folder for the inputs that it finds)
fuzz = build/$(1) $(2) -timeout=20 -max_len=1500 -len_control=0 -rss_limit_mb=2000 \
       -verbosity=$(if $(3),1,0) -artifact_prefix=tests/output/fuzz-$(notdir $(1))- $(3) build/kept/$(notdir $(1)) \
       >tests/output/fuzz-$(notdir $(1)).log 2>&1 || { tail -40 tests/output/fuzz-$(notdir $(1)).log; exit 1; }

# A corpus is thousands of inputs of some bytes each, so each fuzzer has one archive. The same inputs give
# the same bytes.
$(FUZZERS:%=build/kept/%/.unpacked): build/kept/%/.unpacked: tests/fuzz/corpus/%.tar.gz
	@rm -rf $(@D) && mkdir -p $(@D)
	@tar -xzf $< -C $(@D) && touch $@
KEPT := $(FUZZERS:%=build/kept/%/.unpacked)

SECONDS ?= 600
.PHONY: test-fuzz fuzz fuzz-keep fuzz-memory
test-fuzz: need-clang $(FUZZERS:%=build/fuzzers/%) $(KEPT) ## replay the corpus of all fuzzers under sanitizers
	@mkdir -p tests/output
	@$(foreach name,$(FUZZERS),echo "fuzzing $(name)"; $(call fuzz,fuzzers/$(name),-runs=0,);) true

fuzz: need-clang $(FUZZERS:%=build/fuzzers-counted/%) $(KEPT) ## run every fuzzer for SECONDS (600); tests/output/fuzz-*.log shows the progress
	@mkdir -p tests/output
	@$(foreach name,$(FUZZERS),mkdir -p build/corpus/$(name); echo "fuzzing $(name) for $(SECONDS) s"; \
	  $(call fuzz,fuzzers-counted/$(name),-max_total_time=$(SECONDS),build/corpus/$(name)); tail -1 tests/output/fuzz-$(name).log;) true

fuzz-keep: need-clang $(FUZZERS:%=build/fuzzers-counted/%) $(KEPT) ## add inputs of `make fuzz` that reach new code to the corpus of the repository
	@for name in $(FUZZERS); do rm -rf build/merged/$$name; mkdir -p build/merged build/corpus/$$name; \
	  cp -r build/kept/$$name build/merged/; rm build/merged/$$name/.unpacked; \
	  build/fuzzers-counted/$$name -merge=1 -use_counters=0 -max_len=600 build/merged/$$name build/corpus/$$name \
	    >/dev/null 2>&1 || exit 1; \
	  (cd build/merged/$$name && LC_ALL=C tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner \
	    --mode=644 -cf - *) | gzip -9n >tests/fuzz/corpus/$$name.tar.gz; done

# $(call replay,fuzzer): replays its corpus under the memory sanitizer
replay = build/fuzzers-memory/$(1) -runs=0 -timeout=60 -rss_limit_mb=2000 -verbosity=0 \
         -artifact_prefix=tests/output/memory-$(1)- build/kept/$(1) >tests/output/memory-$(1).log 2>&1 || \
         { tail -40 tests/output/memory-$(1).log; exit 1; }
fuzz-memory: need-clang $(FUZZERS:%=build/fuzzers-memory/%) $(KEPT) ## replay the corpus of all fuzzers under the memory sanitizer
	@mkdir -p tests/output
	@$(foreach name,$(FUZZERS),echo "replaying $(name)"; $(call replay,$(name));) true

.PHONY: hashes soak analyse test-memory
hashes: build need-chromium need-clang build/gcc/bits build/clang/bits build/gcc-O0/bits build/clang-O0/bits ## compare the bits of 10^6 results on all platforms with the record; WRITE=1 records them
	node tests/package/hashes.js $(if $(WRITE),--write)

COUNT ?= 1000000
soak: need-clang build/clang/soak build/clang/soak_dimensions ## certify COUNT (10^6) more random queries on all cores; DIMENSIONS=1: of any dimension; WRITE=1: write the table of docs/lab/trust.md
	node tests/soak/soak.js --count $(COUNT) $(if $(DIMENSIONS),--dimensions) $(if $(WRITE),--write)

# a character among obstacles; 36,000 steps are ten minutes
STEPS ?= 36000
.PHONY: soak-character
soak-character: build ## let ten characters walk STEPS (36,000) steps each among random obstacles, drawn by SEED (1)
	node tests/soak/soak_character.js $(SEED) $(STEPS)

test-memory: need-clang build/memory/test fuzz-memory ## run the C unit tests and the fuzzers' corpus under the memory sanitizer
	build/memory/test

.PHONY: mutate
SEED ?= 1
mutate: need-emcc need-clang need-chromium node_modules/.package-lock.json ## seed COUNT (60) single faults by SEED (1) in src, wasm and js, and list the faults that no test notices; HELP=1 explains
	node tests/mutation/mutate.js $(if $(HELP),--help,--seed $(SEED) $(if $(filter command line environment,$(origin COUNT)),--count $(COUNT)) \
	  $(if $(FILES),--files '$(FILES)') $(if $(AGAIN),--again) $(if $(LIST),--list) $(if $(filter command line environment,$(origin JOBS)),--jobs $(JOBS)))

# ctuuninitvar is off: cppcheck reports every structure that a callee fills as uninitialised.
CPPCHECK := -DGD_API=extern --enable=warning,portability,performance --suppress=ctuuninitvar \
            --std=c11 --inline-suppr --error-exitcode=1 --quiet
# the exports as the module includes them; gcc does not support their attributes or pointers of 32 bits
ANALYSED_HOST := -Wno-attributes -Wno-pointer-to-int-cast -include wasm/host.c
# In these sources gcc reports an array as partly uninitialised that a loop, or indices modulo its length,
# fill completely. make test-memory checks them, too.
$(patsubst %,build/analysed/src/%.ok,compare/dcf depth/lbfgs growth/cutting_plane growth/cutting_plane_2d depth/incremental world/world shapes/shape distance/simplex): \
  ANALYSED := -Wno-analyzer-use-of-uninitialized-value
build/analysed/wasm/pair_call.ok: ANALYSED := $(ANALYSED_HOST)

build/analysed/%.ok: %.c $(C_HEADERS) $(COMPARE_HEADERS) $(wildcard wasm/*.[ch])
	@mkdir -p $(@D)
	gcc -std=c11 -O1 -fanalyzer -Werror -DGD_DEBUG -Isrc $(ANALYSED) -c -o /dev/null $<
	@touch $@

analyse: need-clang $(patsubst %.c,build/analysed/%.ok,$(C_SOURCES) $(COMPARE_SOURCES) wasm/pair_call.c) ## run the static analysers of clang and gcc, and cppcheck; -j2 runs two at once
	$(call debian,cppcheck,cppcheck)
	clang-tidy --quiet $(C_SOURCES) $(COMPARE_SOURCES) -- -std=c11 -Isrc 2>/dev/null
	cppcheck $(CPPCHECK) -Isrc $(C_SOURCES) $(COMPARE_SOURCES) $(wildcard wasm/*.c)

# The two modules include every source, so clang-tidy parses each header twice instead of 115 times.
MODULE_UNITS := wasm/module.c wasm/module_compare.c

# ---- checks and tests -----------------------------------------------------------------------------

.PHONY: check test test-c test-demo test-js test-package environments sizes coverage need-llvm soak-memory format
# The build of the site checks the reference.
check: need-clang node_modules/.package-lock.json tests/prose/node_modules/.package-lock.json $(BYTES) $(TYPES) site/docs/index.html ## check format, lint, prose, types and the reference
	clang-format --dry-run --Werror $(C_FORMATTED)
	clang-tidy --quiet --checks='-clang-analyzer-*$(comma)-bugprone-suspicious-include' $(MODULE_UNITS) -- \
	  -std=c11 -Isrc -Wno-unknown-attributes 2>/dev/null
	$(NPX) prettier --check --log-level warn .
	$(NPX) eslint --max-warnings 0 .
	node tests/prose/lint.js

tests/prose/node_modules/.package-lock.json: tests/prose/package-lock.json
	cd tests/prose && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

test-c: need-clang build/gcc/test build/clang/test build/sanitized/test build/clang/bench ## run the C unit tests with gcc, clang, and the address and undefined sanitizers
	build/gcc/test
	build/clang/test
	build/sanitized/test

tests/consumers/node_modules/.package-lock.json: tests/consumers/package-lock.json
	cd tests/consumers && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

test-package: build need-chromium tests/consumers/node_modules/.package-lock.json ## test the tarball in every environment of its users, from Node to bundlers and pages
	node --test --test-reporter=spec tests/package/package.test.js tests/package/consumers.test.js

environments: build need-chromium tests/consumers/node_modules/.package-lock.json ## test the tarball in every environment, and write docs/lab/environments.md
	node --test-reporter=spec tests/package/consumers.test.js --write

sizes: build tests/consumers/node_modules/.package-lock.json ## measure what a page loads for each feature, beside other packages, and write docs/lab/sizes.md
	node tests/consumers/features.js --write

# The tests of the demo that open a browser. In one process they share one browser.
DEMO_TESTS := $(shell grep -lw openDemo tests/demo/*.test.js)

test-demo: build site/docs/index.html need-chromium ## test the demo in a browser
	node --test --test-reporter=spec tests/demo/in-one-browser.js

test-js: build tests/consumers/node_modules/.package-lock.json need-chromium need-clang build/gcc/bits build/clang/bits build/sanitized/bits ## run the JavaScript, data, package and browser tests, except the demo in a browser
	node --test --test-concurrency=$(JOBS) --test-reporter=spec $(filter-out $(DEMO_TESTS),$(wildcard tests/*/*.test.js))

# The quick run leaves out the tests that start a browser, and SLOW_TESTS, which need the tarball or other
# compilers.
BROWSER_TESTS := $(sort $(DEMO_TESTS) $(shell grep -lE "lib/(browser|demo|worker-tests)\.js|chromium" tests/*/*.test.js))
QUICK_JS = $(filter-out $(BROWSER_TESTS) $(SLOW_TESTS),$(wildcard tests/*/*.test.js))
SLOW_TESTS := tests/package/determinism.test.js tests/package/package.test.js tests/package/consumers.test.js

ifneq ($(T),)
test: $(if $(NAMED),test-named,test-unknown) ## test everything, with one job for each processor (or JOBS); T=name: only the tests of that name, with one compiler
else
# The needs are installed one after the other, and the tests run in parallel. The package and the demo are
# built first, so that the tests of the demo start at once: they take longest, and sometimes wait for a
# browser.
test: need-emcc need-clang need-chromium
	@$(MAKE) -j$(JOBS) build site/docs/index.html
	@$(MAKE) -j$(JOBS) test-demo test-js check test-memory test-c test-fuzz instructions
endif

.PHONY: test-named test-unknown test-quick quick-c quick-js quick-check
test-unknown:
	@node tests/lib/near-names.js '$(T)'

test-named: $(if $(NAMED_C),build/$(ONE)/test-$(T)) $(if $(NAMED_JS),build) $(if $(filter $(DEMO_TESTS),$(NAMED_JS)),site/docs/index.html)
	$(if $(NAMED_C),build/$(ONE)/test-$(T) $(NAMED_RUN))
	$(if $(NAMED_JS),node --test --test-reporter=spec $(NAMED_JS))

test-quick: need-clang ## check format, types and lint, and run the tests of one compiler and of JavaScript without browsers, in about a minute
	@$(MAKE) -j$(JOBS) quick-js quick-c quick-check

quick-c: build/$(ONE)/test
	build/$(ONE)/test

quick-js: build
	node --test --test-concurrency=$(JOBS) --test-reporter=dot $(QUICK_JS)

quick-check: node_modules/.package-lock.json $(BYTES) $(TYPES)
	clang-format --dry-run --Werror $(C_FORMATTED)
	$(NPX) prettier --check --log-level warn .
	$(NPX) eslint --max-warnings 0 .

need-llvm:
	$(call debian,llvm-cov,llvm)

# ten million shapes of all types, as many pairs and as many queries, or CYCLES of each
CYCLES ?= 10000000
soak-memory: build ## run the memory test with CYCLES (ten million) cycles, and print the progress
	GD_MEMORY_CYCLES=$(CYCLES) node --test --test-reporter=spec tests/safety/memory.test.js

coverage: build need-clang need-llvm need-chromium build/coverage/test ## measure which lines and branches of src/ and js/ the tests run, by file; takes minutes
	node tests/package/coverage.js

format: need-clang node_modules/.package-lock.json ## format all files
	clang-format -i $(C_FORMATTED)
	$(NPX) prettier --write --log-level warn .

# ---- demo and benchmarks --------------------------------------------------------------------------

# The site: the demo at the front, the guides and the reference in site/docs.
site/index.html: $(shell find demo -type f) $(wildcard docs/lab/*.json) js/dist/index.js
	$(NPX) vite build demo --logLevel warn
	@touch $@

# typedoc needs an older TypeScript than this package, so it has packages of its own
TYPEDOC := cd docs/reference && $(NPX) typedoc
docs/reference/node_modules/.package-lock.json: docs/reference/package-lock.json
	cd docs/reference && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

DOCUMENTS := $(wildcard *.md docs/*.md docs/*/*.md docs/examples/* docs/images/* docs/reference/*.js* docs/reference/*.css docs/reference/*.svg) wasm/ABI.md
site/docs/index.html: site/index.html $(DOCUMENTS) docs/reference/node_modules/.package-lock.json
	$(TYPEDOC) --logLevel Warn
	node docs/reference/links.js

.PHONY: demo pictures instructions bench bench-against bench-peers bench-methods bench-papers docs figures pack clean help
demo: docs ## build the site and serve it on PORT (8080): the demo at the front, guides and reference in docs/
	@echo "growth-distance demo: http://localhost:$(PORT)/   (Ctrl+C stops it)"
	@$(NPX) vite preview demo --port $(PORT) --strictPort --logLevel warn

pictures: build site/docs/index.html need-chromium ## take the README's animated picture of the demo
	$(call debian,img2webp,webp)
	node docs/figures/animate.js
	img2webp -loop 0 -d 70 -lossy -q 60 -m 6 build/animation/*.png -o docs/images/demo.webp

bench: build build/clang/bench need-chromium ## run the benchmarks, print tables, and write them with charts to docs/
	node tests/bench/bench.js

bench-against: build need-clang ## measure against REF=commit: QUICK=1, ONLY=families, PLATFORMS=node,native, LIMIT=0.98, JSON=file; HELP=1 explains
	@node tests/bench/against/against.js $(if $(HELP),--help) $(if $(QUICK),--quick) $(if $(ONLY),--only $(ONLY)) \
	  $(if $(PLATFORMS),--platforms $(PLATFORMS)) $(if $(LIMIT),--limit $(LIMIT)) $(if $(JSON),--json $(JSON)) $(REF)

tests/bench/peers/node_modules/.package-lock.json: tests/bench/peers/package-lock.json
	cd tests/bench/peers && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

bench-peers: build tests/bench/peers/node_modules/.package-lock.json need-chromium ## install other web packages (100 MB), measure beside them, and write docs/lab/peers.md and the table of the README
	node tests/bench/bench.js --only peers --write
	node tests/bench/beside.js

bench-methods: build need-chromium ## measure every method of growth distance on every shape type
	node tests/bench/bench.js --only methods --write

bench-papers: build tests/bench/peers/node_modules/.package-lock.json ## measure the tables of the source papers on this machine
	node tests/bench/papers.js

build/clang/instructions: tests/bench/instructions.c build/clang/libgrowth-distance.a tests/lib/draw.c tests/lib/check.c | need-clang
	clang $(CFLAGS_ALL) -Isrc -Itests -o $@ $< tests/lib/draw.c tests/lib/check.c build/clang/libgrowth-distance.a -lm

instructions: build/clang/instructions ## count the instructions of queries beside those recorded; WRITE=1 records them
	$(call debian,valgrind,valgrind)
	node tests/bench/instructions.js $(if $(WRITE),--write)

build/clang/bench: tests/bench/native.c build/clang/libgrowth-distance.a | need-clang
	clang $(CFLAGS_ALL) -D_POSIX_C_SOURCE=199309L -Isrc -o $@ $< build/clang/libgrowth-distance.a -lm

docs: build site/docs/index.html ## build the site in site/, for any static server: demo, guides, reference, search

figures: build ## redraw the figures of docs/algorithms.md
	node docs/figures/make.js

pack: build ## pack the package as users get it
	npm pack

clean: ## remove all built files
	rm -rf build wasm/dist js/types js/dist site tests/output *.tgz

help: ## print this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | expand -t 12

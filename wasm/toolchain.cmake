# Finds Emscripten: the SDK of $EMSDK first, else a system package's tree. Needs no other
# environment, so that a bare `cmake --preset wasm` works.
find_path(MAMBA_RATIO_EMSCRIPTEN cmake/Modules/Platform/Emscripten.cmake
  PATHS "$ENV{EMSDK}/upstream/emscripten" "$ENV{EMSCRIPTEN}" /usr/share/emscripten
        /usr/lib/emscripten /opt/homebrew/opt/emscripten/libexec
  NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
if(NOT MAMBA_RATIO_EMSCRIPTEN)
  message(FATAL_ERROR "Emscripten was not found. On Debian run `apt-get install emscripten`; "
    "elsewhere install its SDK and set EMSDK to the SDK's folder.")
endif()

# An SDK is used without being activated: its compilers are named by their paths.
foreach(pair IN ITEMS C:emcc CXX:em++ AR:emar RANLIB:emranlib)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 what)
  list(GET pair 1 tool)
  if(what MATCHES "^C")
    set(what ${what}_COMPILER)
  endif()
  if(EXISTS "${MAMBA_RATIO_EMSCRIPTEN}/${tool}")
    set(CMAKE_${what} "${MAMBA_RATIO_EMSCRIPTEN}/${tool}" CACHE FILEPATH "Emscripten's ${tool}")
  endif()
endforeach()
include("${MAMBA_RATIO_EMSCRIPTEN}/cmake/Modules/Platform/Emscripten.cmake")

# The linker's optimiser loads the node module acorn, which Debian keeps apart from Emscripten.
if(NOT EXISTS "${MAMBA_RATIO_EMSCRIPTEN}/node_modules/acorn" AND EXISTS /usr/share/nodejs/acorn)
  set(launcher ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs)
  set(CMAKE_C_LINKER_LAUNCHER "${launcher}" CACHE STRING "Runs the linker")
  set(CMAKE_CXX_LINKER_LAUNCHER "${launcher}" CACHE STRING "Runs the linker")
endif()

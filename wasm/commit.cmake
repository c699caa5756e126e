cmake_minimum_required(VERSION 3.25)
# Writes OUTPUT, which defines the commit SOURCE is at; a `+` marks a tree that differs from it.
execute_process(COMMAND git describe --always --dirty=+ --exclude=* --abbrev=9
  WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT
  "#include \"commit.h\"\n\nnamespace mamba_ratio {\n\nconst char kCommit[] = \"@commit@\";\n\n}\n")

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <vector>

#include "boot_log.h"

/// Reads the log named and prints how many facts it holds, as `grep -c` prints its lines.
int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const int file = open(argv[1], O_RDONLY);
  if (file < 0) return 1;
  std::vector<char> chunk(std::size_t{96} * 1024);  // as grep's own
  mamba_ratio::BootLogReader reader;
  for (ssize_t size = 0; (size = read(file, chunk.data(), chunk.size())) > 0;) {
    reader.push({chunk.data(), static_cast<std::size_t>(size)});
  }
  close(file);
  reader.finish();
  std::printf("%zu\n", reader.reading().facts.size());
  return 0;
}

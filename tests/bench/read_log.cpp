#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <thread>

#include "boot_log.h"

namespace {

constexpr std::size_t kBytes = std::size_t{96} * 1024;
constexpr ssize_t kEmpty = -1;

struct Chunk {
  alignas(64) std::atomic<ssize_t> size{kEmpty};  ///< 0: the file ends here
  alignas(64) char bytes[kBytes];
};

std::array<Chunk, 4> chunks;

/// Waits until the chunk is empty, or until it is not: never long, so never asleep.
ssize_t await(const std::atomic<ssize_t>& size, bool empty) {
  for (;;) {
    const ssize_t now = size.load(std::memory_order_acquire);
    if ((now == kEmpty) == empty) return now;
    std::this_thread::yield();
  }
}

void read_ahead(int file) {
  for (std::size_t i = 0;; i = (i + 1) % chunks.size()) {
    await(chunks[i].size, true);
    const ssize_t size = std::max<ssize_t>(read(file, chunks[i].bytes, kBytes), 0);
    chunks[i].size.store(size, std::memory_order_release);
    if (size == 0) return;
  }
}

}  // namespace

/// Reads the log named, a thread ahead of the reader, and prints how many facts it holds, as
/// `grep -c` prints its lines.
int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const int file = open(argv[1], O_RDONLY);
  if (file < 0) return 1;
  std::thread ahead(read_ahead, file);
  mamba_ratio::BootLogReader reader;
  for (std::size_t i = 0;; i = (i + 1) % chunks.size()) {
    const ssize_t size = await(chunks[i].size, false);
    if (size == 0) break;
    reader.push({chunks[i].bytes, static_cast<std::size_t>(size)});
    chunks[i].size.store(kEmpty, std::memory_order_release);
  }
  ahead.join();
  close(file);
  reader.finish();
  std::printf("%zu\n", reader.reading().facts.size());
  return 0;
}

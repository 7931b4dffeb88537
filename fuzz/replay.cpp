// SPDX-License-Identifier: MIT
//
// Runs a target over a corpus without a fuzzer, for every compiler and every machine: each file as
// it is, and each of its beginnings, so that every place is once the end.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "input.hpp"

namespace {

std::vector<std::filesystem::path> files_of(std::filesystem::path const& place) {
  if (!std::filesystem::is_directory(place)) return {place};
  std::vector<std::filesystem::path> files;
  for (auto const& entry : std::filesystem::directory_iterator(place)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void run(std::string const& octets, size_t size) {
  fuzz::Exact const exact(std::string_view(octets).substr(0, size));
  LLVMFuzzerTestOneInput(reinterpret_cast<uint8_t const*>(exact.data()), exact.size());
}

}  // namespace

int main(int argc, char** argv) {
  size_t files = 0;
  size_t runs = 0;
  for (int i = 1; i < argc; ++i) {
    for (auto const& file : files_of(argv[i])) {
      std::ifstream in(file, std::ios::binary);
      std::string const octets{std::istreambuf_iterator<char>(in), {}};
      if (!in) {
        std::cerr << file << " cannot be read\n";
        return 2;
      }
      // Named before it is run: a target that finds something ends the program.
      std::cout << file.filename().string() << std::endl;
      for (size_t size = 0; size <= octets.size(); ++size, ++runs) run(octets, size);
      ++files;
    }
  }
  std::cout << files << " inputs, " << runs << " runs\n";
  return files == 0 ? 2 : 0;
}

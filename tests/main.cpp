// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "environment.hpp"

int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  if (!environment_is_as_promised()) return EXIT_FAILURE;
  return RUN_ALL_TESTS();
}

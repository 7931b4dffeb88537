// SPDX-License-Identifier: MIT
#define ONCEMORE_RULES_AT_RUN_TIME
#include "../static/decision.cpp"

#include <chrono>
#include <set>
#include <string>

TEST(Decision, EveryReasonHasANameOfItsOwnAndAVerdict) {
  std::set<std::string> names;
  for (uint32_t i = 0; i <= UINT16_MAX; ++i) {
    auto const reason = static_cast<Reason>(static_cast<uint16_t>(i));
    if (name(reason) != nullptr) names.insert(name(reason));
    ASSERT_EQ(name(reason) == nullptr, i >= 22) << i;
    ASSERT_TRUE(i < 22 || verdict_of(reason) == Verdict::stop) << i;
  }
  EXPECT_EQ(names.size(), 22U);
}

TEST(Decision, NotesAreKeptWhateverTheyAre) {
  for (uint32_t bits = 0; bits < 32; ++bits) {
    Notes notes;
    for (Note const note : all_notes) {
      notes = notes.with(note, (bits & static_cast<uint32_t>(note)) != 0);
    }
    EXPECT_EQ(notes.bits(), bits);
    EXPECT_EQ(Notes::from_bits(bits), notes);
  }
}

TEST(Decision, ItsDelayIsADurationOfTheLibrary) {
  using std::chrono::milliseconds;
  EXPECT_EQ(milliseconds(retry_in_5_ms.delay), milliseconds(5));
  EXPECT_EQ(std::chrono::nanoseconds(retry_in_5_ms.delay), milliseconds(5));
}

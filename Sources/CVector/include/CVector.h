#ifndef CVECTOR_H
#define CVECTOR_H

// Comparisons of sixteen bytes at a time. Swift's own vector types compare one byte after the other (Swift 6.3).
//
// The vectors are those of the compiler, which uses the instructions that each processor has: SSE2 on x86-64, NEON on ARM. The
// functions are in the header so that Swift code contains them without a call.

#include <stdint.h>
#include <string.h>

typedef int8_t cvector_bytes __attribute__((vector_size(16)));
typedef _Bool cvector_flags __attribute__((ext_vector_type(16)));

// One bit for each byte, the first byte lowest.
static inline uint32_t cvector_bits(cvector_bytes comparison) {
  cvector_flags flags = __builtin_convertvector(comparison, cvector_flags);
  uint16_t bits;
  memcpy(&bits, &flags, sizeof bits);
  return bits;
}

// Marks the bytes that a JSON string can't have as they are: quotes, backslashes, control characters, and also all bytes outside
// ASCII, which are negative here.
static inline uint32_t cvector_special(const uint8_t *bytes) {
  cvector_bytes chunk;
  memcpy(&chunk, bytes, sizeof chunk);
  return cvector_bits((chunk == '"') | (chunk == '\\') | (chunk < 0x20));
}

// Marks the bytes that are not white space of JSON.
static inline uint32_t cvector_visible(const uint8_t *bytes) {
  cvector_bytes chunk;
  memcpy(&chunk, bytes, sizeof chunk);
  return cvector_bits((chunk != ' ') & (chunk != '\n') & (chunk != '\r') & (chunk != '\t'));
}

#endif

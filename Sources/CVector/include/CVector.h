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

// Marks the bytes that equal `first` and are followed by one that equals `second` in the bits of `mask`: a mask of 0 asks for the first one
// alone. Reads seventeen bytes.
static inline uint32_t cvector_pairs(const uint8_t *bytes, uint8_t first, uint8_t second, uint8_t mask) {
  cvector_bytes chunk, next;
  memcpy(&chunk, bytes, sizeof chunk);
  memcpy(&next, bytes + 1, sizeof next);
  return cvector_bits((chunk == (int8_t)first) & ((next & (int8_t)mask) == (int8_t)second));
}

// Returns the number of bytes with which two texts begin, of at most `count`.
static inline long cvector_common_prefix(const uint8_t *bytes, const uint8_t *others, long count) {
  long at = 0;
  for (; at + 16 <= count; at += 16) {
    cvector_bytes chunk, other;
    memcpy(&chunk, bytes + at, sizeof chunk);
    memcpy(&other, others + at, sizeof other);
    uint32_t marks = cvector_bits(chunk != other);
    if (marks != 0) return at + __builtin_ctz(marks);
  }
  while (at < count && bytes[at] == others[at]) at++;
  return at;
}

// Returns the number of bytes with which two texts end, of at most `count`. The pointers are to the ends.
static inline long cvector_common_suffix(const uint8_t *end, const uint8_t *other_end, long count) {
  long at = 0;
  for (; at + 16 <= count; at += 16) {
    cvector_bytes chunk, other;
    memcpy(&chunk, end - at - 16, sizeof chunk);
    memcpy(&other, other_end - at - 16, sizeof other);
    uint32_t marks = cvector_bits(chunk != other);
    if (marks != 0) return at + __builtin_clz(marks << 16);
  }
  while (at < count && end[-at - 1] == other_end[-at - 1]) at++;
  return at;
}

// Marks the bytes at which a keyword that declares a Swift type can begin: the first two letters of `actor`, `class`, `enum`,
// `extension`, `protocol`, `struct` or `typealias`, not after a lowercase letter. Also reads the byte before the first one.
static inline uint32_t cvector_declarations(const uint8_t *bytes) {
  cvector_bytes before, first, second;
  memcpy(&before, bytes - 1, sizeof before);
  memcpy(&first, bytes, sizeof first);
  memcpy(&second, bytes + 1, sizeof second);
  cvector_bytes begins = ((first == 'a') & (second == 'c')) | ((first == 'c') & (second == 'l'))
      | ((first == 'e') & ((second == 'n') | (second == 'x'))) | ((first == 'p') & (second == 'r'))
      | ((first == 's') & (second == 't')) | ((first == 't') & (second == 'y'));
  return cvector_bits(begins & ((before < 'a') | (before > 'z')));
}

#endif

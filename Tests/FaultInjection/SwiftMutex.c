// Tells the thread sanitizer about the locks of Swift.
//
// `Mutex` of the module Synchronization takes and releases a free lock by an atomic operation, which the sanitizer sees. A lock that two
// threads want at once is taken and released by functions of the library, which it doesn't see, so it would report each access to what
// the lock protects. `Scripts/torture thread` preloads this library, whose functions come first.
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK);

static SWIFT void (*real_lock)(uint32_t, SELF);
static SWIFT void (*real_unlock)(SELF);
static void (*acquired)(void *);
static void (*released)(void *);

__attribute__((constructor)) static void begin(void) {
  real_lock = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
  real_unlock = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
  // The sanitizer is part of the program.
  acquired = (void (*)(void *))dlsym(RTLD_DEFAULT, "__tsan_acquire");
  released = (void (*)(void *))dlsym(RTLD_DEFAULT, "__tsan_release");
}

SWIFT void lock_slow(uint32_t thread, SELF) {
  real_lock(thread, self);
  if (acquired) acquired(self);
}

SWIFT void unlock_slow(SELF) {
  if (released) released(self);
  real_unlock(self);
}

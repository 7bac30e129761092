/* The little of Numba's runtime that rules need: arrays made inside a function. Numba counts on the layout of a 64-bit machine everywhere,
   WebAssembly too: the references at byte 0, the address of the data at 24, the size at 32. No array outlives the call that made it.
   References are counted in `targets.py`. */
#include <stdint.h>

enum { HEADER = 64, DATA = 24, SIZE = 32 };

#ifdef __wasm__
/* The last array made is usually the first one to go, as on a stack; when none is left, all room is free. */
static unsigned char arena[1 << 20] __attribute__((aligned(64)));
static uint64_t top, alive;

static unsigned char *take(uint64_t size) {
  uint64_t end = top + ((size + 63) & ~63ull);
  if (end > sizeof arena) return 0;
  unsigned char *found = arena + top;
  top = end, alive++;
  return found;
}

static void give(unsigned char *info) {
  uint64_t at = info - arena, size = *(uint64_t *)(info + SIZE) + HEADER;
  if (--alive == 0) top = 0;
  else if (at + ((size + 63) & ~63ull) == top) top = at;
}

/* Room for whoever calls the rules; it is never given back. */
__attribute__((export_name("reserve"))) void *reserve(uint32_t size) {
  static uintptr_t free_from;
  extern unsigned char __heap_base;
  if (!free_from) free_from = (uintptr_t)&__heap_base;
  uintptr_t found = (free_from + 63) & ~(uintptr_t)63, end = found + size;
  uintptr_t there = (uintptr_t)__builtin_wasm_memory_size(0) << 16;
  if (end > there && __builtin_wasm_memory_grow(0, (end - there + 0xffff) >> 16) == (uintptr_t)-1) return 0;
  free_from = end;
  return (void *)found;
}

/* The product of two 128-bit numbers, which LLVM asks for where 64-bit numbers might overflow. */
__int128 __multi3(__int128 one, __int128 other) {
  union Parts { __int128 all; struct { uint64_t low, high; }; } a = {one}, b = {other}, product;
  uint64_t low = (a.low & 0xffffffff) * (b.low & 0xffffffff), across = (a.low >> 32) * (b.low & 0xffffffff) + (low >> 32);
  uint64_t back = (a.low & 0xffffffff) * (b.low >> 32) + (across & 0xffffffff);
  product.low = back << 32 | (low & 0xffffffff);
  product.high = (a.low >> 32) * (b.low >> 32) + (across >> 32) + (back >> 32) + a.high * b.low + a.low * b.high;
  return product.all;
}
#else
#include <stdlib.h>
static unsigned char *take(uint64_t size) { return malloc(size); }
static void give(unsigned char *info) { free(info); }
#endif

void NRT_MemInfo_call_dtor(unsigned char *info) {
  unsigned char *data = *(unsigned char **)(info + DATA);
  if (data && data != info + HEADER) give(data - HEADER); /* of a list */
  give(info);
}

static unsigned char *sized(uint64_t size) {
  unsigned char *info = take(size + HEADER);
  if (info) *(uint64_t *)(info + SIZE) = size;
  return info;
}

void *NRT_MemInfo_alloc(uint64_t size) {
  unsigned char *info = sized(size);
  if (!info) return 0;
  *(uint64_t *)info = 1;
  *(void **)(info + DATA) = info + HEADER;
  return info;
}

void *NRT_MemInfo_alloc_aligned(uint64_t size, uint32_t align) {
  (void)align;
  return NRT_MemInfo_alloc(size);
}

void *NRT_MemInfo_alloc_safe_aligned(uint64_t size, uint32_t align) { return NRT_MemInfo_alloc_aligned(size, align); }

void *NRT_Allocate(uint64_t size) {
  unsigned char *info = sized(size);
  return info ? info + HEADER : 0;
}

void NRT_Free(unsigned char *data) {
  if (data) give(data - HEADER);
}

/* Lists: their items are apart from the `MemInfo`, so that there can be more of them. Items are numbers, so nothing is to be done for each. */
void *NRT_MemInfo_varsize_alloc(unsigned char *info, uint64_t size) {
  return *(void **)(info + DATA) = NRT_Allocate(size);
}

void *NRT_MemInfo_new_varsize(uint64_t size) {
  unsigned char *info = NRT_MemInfo_alloc(0);
  if (info && !NRT_MemInfo_varsize_alloc(info, size)) {
    give(info);
    return 0;
  }
  return info;
}

void *NRT_MemInfo_new_varsize_dtor(uint64_t size, void *each) {
  (void)each;
  return NRT_MemInfo_new_varsize(size);
}

void *NRT_MemInfo_varsize_realloc(unsigned char *info, uint64_t size) {
  unsigned char *before = *(unsigned char **)(info + DATA), *now = NRT_MemInfo_varsize_alloc(info, size);
  if (!now) {
    *(unsigned char **)(info + DATA) = before;
    return 0;
  }
  uint64_t kept = before ? *(uint64_t *)(before - HEADER + SIZE) : 0;
  for (uint64_t each = 0; each < kept && each < size; each++) now[each] = before[each];
  NRT_Free(before);
  return now;
}

/* The steps of a contiguous array in another shape; 0 if it is not contiguous. */
int numba_attempt_nocopy_reshape(int64_t before, const int64_t *shape, const int64_t *steps, int64_t after, const int64_t *wanted,
                                 int64_t *found, int64_t size, int fortran) {
  int64_t step = size;
  if (fortran) return 0;
  for (int64_t each = before - 1; each >= 0; step *= shape[each--])
    if (shape[each] != 1 && steps[each] != step) return 0;
  step = size;
  for (int64_t each = after - 1; each >= 0; step *= wanted[each--]) found[each] = step;
  return 1;
}

/* Asked for where Numba would make an error of Python's with the facts of the moment; the text is enough here. */
void *PyExc_RuntimeError;
void PyErr_SetString(void *kind, const char *text) { (void)kind, (void)text; }

/* walk BOX START ACTIONS SEED TIMED: random actions of one game, as `walking.py` does them; prints the CRC-32 of all states that followed.
   GAME and HEADER are defined when this is compiled. */
#include HEADER
#include <stdio.h>
#include <stdlib.h>

#define JOIN_(game, name) call_##game##_##name
#define JOIN(game, name) JOIN_(game, name)
#define CALL(name) JOIN(GAME, name)

static uint32_t table[256], seed;
static int32_t codes[1 << 20];
static double chances[1 << 16];
static int32_t status;

static uint32_t drawn(uint32_t count) {
  seed = seed * 1664525u + 1013904223u;
  return (uint32_t)(((uint64_t)seed * count) >> 32);
}

static uint32_t crc(uint32_t sum, const unsigned char *data, size_t size) {
  sum = ~sum;
  while (size--) sum = table[(sum ^ *data++) & 255] ^ sum >> 8;
  return ~sum;
}

static void *held(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  fseek(file, 0, SEEK_END);
  *size = ftell(file);
  rewind(file);
  void *data = malloc(*size);
  if (fread(data, 1, *size, file) != *size) exit(3);
  return data;
}

int main(int count, char **given) {
  (void)count;
  for (uint32_t each = 0; each < 256; each++) {
    uint32_t bits = each;
    for (int bit = 0; bit < 8; bit++) bits = bits & 1 ? 0xedb88320u ^ bits >> 1 : bits >> 1;
    table[each] = bits;
  }
  size_t box_bytes, bytes;
  void *box = held(given[1], &box_bytes);
  unsigned char *start = held(given[2], &bytes), *state = malloc(bytes);
  long actions = atol(given[3]);
  seed = (uint32_t)atol(given[4]);
  int timed = atoi(given[5]);
  int64_t now = 0;
  uint32_t sum = 0;
  memcpy(state, start, bytes);
  while (actions > 0 && !status) {
    int64_t mask = CALL(actors)(box, state, &status);
    if (mask == 0) {
      int64_t due = timed ? CALL(due)(box, state, &status) : -1;
      if (due >= 0) {
        CALL(advance)(box, state, now = due, &status);
      } else {
        memcpy(state, start, bytes);
        now = 0;
      }
      continue;
    }
    if (mask & 1 << 30) {
      int64_t results = CALL(chance_outcomes)(box, state, codes, 1 << 20, chances, 1 << 16, &status);
      CALL(play)(box, state, -1, codes[drawn(results)], &status);
    } else {
      if (timed) {
        CALL(advance)(box, state, now += drawn(200), &status);
        if (CALL(actors)(box, state, &status) != mask) continue;
      }
      int seats = __builtin_popcountll(mask), skipped = drawn(seats), seat = 0;
      while (!(mask >> seat & 1) || skipped-- > 0) seat++;
      int64_t legal = CALL(legal)(box, state, seat, codes, 1 << 20, &status);
      if (legal == 0) {
        memcpy(state, start, bytes);
        now = 0;
        continue;
      }
      CALL(play)(box, state, seat, codes[drawn(legal)], &status);
    }
    sum = crc(sum, state, bytes);
    actions--;
  }
  printf("%u %d\n", sum, status);
  return 0;
}

/* What Python calls: functions that take Python's objects, write their addresses and numbers into a frame, and call the rules. They need
   no header of Python: the loader (`core.artefact`) hands over the addresses of the few functions of Python's stable interface that they use.
   Records are bytearrays. NumPy's arrays are read where it keeps them (`PyArrayObject_fields`), which the loader tries out first; other arrays
   through the buffer protocol. `calls.c`, made for each game, has the rest. */
#include <stdint.h>
#include <string.h>

typedef struct Object Object;

#ifdef _WIN32
#define SHOWN __declspec(dllexport)
#else
#define SHOWN __attribute__((visibility("default")))
#endif
struct Python {
  int64_t (*long_as_int64)(Object *);
  Object *(*long_from_int64)(int64_t);
  double (*float_as_double)(Object *);
  Object *(*float_from_double)(double);
  int (*is_true)(Object *);
  Object *(*bool_from_long)(long);
  Object *(*error_occurred)(void);
  void (*error_set)(Object *, const char *);
  Object *(*error_format)(Object *, const char *, ...);
  Object *(*tuple_item)(Object *, intptr_t);
  int (*is_subtype)(Object *, Object *);
  void *(*save_thread)(void);
  void (*restore_thread)(void *);
  void (*keep)(Object *);
  Object *(*build_value)(const char *, ...);
  char *(*bytes_at)(Object *);
  intptr_t (*bytes_of)(Object *);
  int (*get_buffer)(Object *, void *, int);
  void (*release)(void *);
  Object *bytearray, *tuple, *none, *type_error, *failed;
  Object *ndarray, *record; /* 0 while NumPy is not imported */
  int64_t record_at, size_at;
};
SHOWN struct Python ludotheque_python;
#define PY ludotheque_python

struct Call {
  const char *name;
  Object *(*function)(Object *, Object *const *, intptr_t);
};

/* The start of a NumPy array, and of its dtype. */
struct Array {
  intptr_t references;
  Object *type;
  int64_t data;
  int dimensions;
  int64_t *shape, *strides;
  Object *base;
  struct Kind *kind;
  int flags;
};
struct Kind {
  intptr_t references;
  Object *type, *item;
  char kind, code, order;
};
enum { CONTIGUOUS = 1 };

/* `Py_buffer`, and those that a call holds. */
struct Buffer {
  void *data;
  Object *owner;
  intptr_t bytes, item;
  int fixed, dimensions;
  char *format;
  intptr_t *shape, *strides, *suboffsets;
  void *internal;
};
struct Held {
  int count;
  struct Buffer *buffers;
};
enum { WRITABLE = 1, FORMAT = 4, C_CONTIGUOUS = 0x38 };

static int refuse(const char *what) {
  PY.error_set(PY.type_error, what);
  return 0;
}

static Object *type_of(Object *given) { return ((struct Array *)given)->type; }

static int is_array(Object *given) {
  return PY.ndarray && (type_of(given) == PY.ndarray || PY.is_subtype(type_of(given), PY.ndarray));
}

static int is_record(Object *given) { return PY.is_subtype(type_of(given), PY.bytearray); }

/* Whether the letter of a buffer's items says this kind of number. */
static int fits(const char *format, char kind) {
  if (!format) return 0;
  if (*format == '@' || *format == '=' || *format == '<') format++;
  if (format[1]) return 0;
  const char *letters = kind == 'i' ? "bhilq" : kind == 'u' ? "BHILQ" : kind == 'f' ? "fd" : "?";
  while (*letters && *letters != *format) letters++;
  return *letters != 0;
}

/* An array through the buffer protocol. */
static int buffer(Object *given, struct Held *held, int64_t *words, int dimensions, char kind, int64_t size, const char *what) {
  if (!held) return refuse(what);
  struct Buffer *view = &held->buffers[held->count];
  if (PY.get_buffer(given, view, C_CONTIGUOUS | FORMAT | WRITABLE)) return refuse(what);
  held->count++;
  if (kind == 'V' && view->dimensions == 1 && view->item == 1) { /* bytes in which records lie */
    words[0] = (int64_t)(intptr_t)view->data;
    words[1] = view->bytes / size;
    return words[1] * size == view->bytes ? 1 : refuse(what);
  }
  if (view->dimensions != dimensions || view->item != size || !(kind == 'V' || fits(view->format, kind))) return refuse(what);
  for (int each = 0; each < dimensions; each++) words[1 + each] = view->shape[each];
  words[0] = (int64_t)(intptr_t)view->data;
  return 1;
}

static void let_go(struct Held *held) {
  while (held->count) PY.release(&held->buffers[--held->count]);
}

/* An array: its address and its lengths. `kind` is the letter of its dtype ('V' for records), `size` the bytes of an item. */
static int array(Object *given, struct Held *held, int64_t *words, int dimensions, char kind, int64_t size, const char *what) {
  struct Array *there = (struct Array *)given;
  if (kind == 'V' && is_record(given)) {
    words[0] = (int64_t)(intptr_t)PY.bytes_at(given);
    words[1] = PY.bytes_of(given) / size;
    return words[1] * size == PY.bytes_of(given) ? 1 : refuse(what);
  }
  if (!is_array(given)) return buffer(given, held, words, dimensions, kind, size, what);
  if (there->dimensions != dimensions || !(there->flags & CONTIGUOUS) || there->kind->kind != kind ||
      there->kind->order == '>')
    return refuse(what);
  int64_t items = 1;
  for (int each = 0; each < dimensions; each++) items *= words[1 + each] = there->shape[each];
  /* The step to the next item is its size; where there is no next item NumPy may say anything, but does not for records. */
  if (items && (kind == 'V' || there->shape[dimensions - 1] > 1) && there->strides[dimensions - 1] != size) return refuse(what);
  words[0] = there->data;
  return 1;
}

static int is_of_numpy(Object *given) { return PY.record && PY.is_subtype(type_of(given), PY.record); }

/* A NumPy record: its address. Its dtype, which knows its size, comes after that. */
static int of_numpy(Object *given, int64_t *word, int64_t size, const char *what) {
  char *there = (char *)given + PY.record_at, *kind = ((char **)there)[1];
  *word = *(int64_t *)there;
  return *(int64_t *)(kind + PY.size_at) == size ? 1 : refuse(what);
}

/* An array of one record, or that record: its address. */
static int one(Object *given, int64_t *word, int64_t size, const char *what) {
  int64_t words[2];
  if (is_of_numpy(given)) return of_numpy(given, word, size, what);
  if (!array(given, 0, words, 1, 'V', size, what)) return 0;
  if (words[1] != 1) return refuse(what);
  *word = words[0];
  return 1;
}

/* A record: its address. */
static int record(Object *given, int64_t *word, int64_t size, const char *what) {
  return is_record(given) || is_of_numpy(given) ? one(given, word, size, what) : refuse(what);
}

static int number(Object *given, int64_t *word) {
  *word = PY.long_as_int64(given);
  return *word != -1 || !PY.error_occurred();
}

static int truth(Object *given, int64_t *word) {
  *word = PY.is_true(given);
  return *word >= 0;
}

static int real(Object *given, int64_t *word) {
  double value = PY.float_as_double(given);
  memcpy(word, &value, 8);
  return value != -1.0 || !PY.error_occurred();
}

static Object *item(Object *tuple, intptr_t index) { return PY.tuple_item(tuple, index); }

static int is_tuple(Object *given, intptr_t length, const char *what) {
  if (!PY.is_subtype(type_of(given), PY.tuple)) return refuse(what);
  if (((intptr_t *)given)[2] != length) return refuse(what);
  return 1;
}

static Object *failed(const char *name, int64_t *frame) { return PY.error_format(PY.failed, "%s: %s", name, (const char *)frame[0]); }

static Object *nothing(void) {
  PY.keep(PY.none);
  return PY.none;
}

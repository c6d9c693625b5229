/* tinyllm/abi.h: what every C function of the library shares: status values, element types, the
 * error slot and the allocator hook. Usable from C99 and C++; needs no C++ runtime to link. */
#ifndef TINYLLM_ABI_H_
#define TINYLLM_ABI_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this binary interface. A caller compares the macro it was compiled with to
 * tl_abi_version(), which gives the one the library was compiled with. */
#define TL_ABI_VERSION 1u
uint32_t tl_abi_version(void);

/* The answer of a call. Anything but TL_OK means that the call changed nothing. */
typedef int32_t tl_status;
enum {
  TL_OK = 0,
  TL_EINVAL = 1,       /* an argument, or the state of a block, does not allow the call */
  TL_ENOMEM = 2,       /* the allocator returned NULL */
  TL_ESHAPE = 3,       /* an envelope is good, but its dimensions are not the pool's */
  TL_EDTYPE = 4,       /* an element type that the call does not take */
  TL_EFULL = 5,        /* not enough blocks, or a buffer too small */
  TL_ENOTFOUND = 6,    /* a look-up missed: a normal answer, not an error */
  TL_EFORMAT = 7,      /* bytes that break a rule of the format */
  TL_EBUSY = 8,        /* the name is already taken */
  TL_EUNSUPPORTED = 9, /* a version or type that this build does not know */
  TL_EIO = 10          /* the system failed to read or write */
};

/* The name of a status ("TL_EINVAL"); "TL_UNKNOWN" for any other number. Never NULL. */
const char *tl_status_str(tl_status status);

/* Element types. A pool of format 1 holds TL_F16. */
typedef int32_t tl_dtype;
enum {
  TL_F32 = 0,
  TL_F16 = 1,
  TL_BF16 = 2,
  TL_F8_E4M3 = 3,
  TL_F8_E5M2 = 4,
  TL_I8 = 5,
  TL_U8 = 6,
  TL_I32 = 7,
  TL_Q4_G = 8
};

/* The error slot: one message per thread, "" until the first error.
 *
 * Every call that answers something other than TL_OK, or NULL where a pointer was expected, first
 * puts a message here that begins with the function's name and gives the numbers that explain the
 * refusal. A look-up that misses is the one exception: it leaves the slot as it was.
 * tl_last_error never returns NULL; the pointer stays valid for the life of the thread and its
 * text until the next error of that thread. tl_set_last_error copies msg (NULL means ""), cut to
 * TL_LAST_ERROR_CAP bytes with the terminator. */
#define TL_LAST_ERROR_CAP 256
const char *tl_last_error(void);
void tl_set_last_error(const char *msg);

/* The allocator hook: all memory the library takes comes from here.
 *
 * alloc returns n bytes aligned to align (a power of two), or NULL; free gives them back. Both get
 * `user`. An object keeps the hook that was installed when it was created and frees with it, so
 * the hook may be changed while objects live. Not thread-safe: install it before other threads
 * use the library. */
typedef struct {
  void *(*alloc)(void *user, size_t n, size_t align);
  void (*free)(void *user, void *p);
  void *user;
} tl_allocator;

/* Installs a copy of *a; NULL restores the default (the C library's). TL_EINVAL if only one of the
 * two functions is given; the hook in force then stays. */
tl_status tl_set_allocator(const tl_allocator *a);

/* n bytes from the hook in force. NULL, with the slot set, when the hook has none, n is 0 or align
 * is not a power of two. */
void *tl_alloc(size_t n, size_t align);

/* Gives memory of tl_alloc back through the hook in force. NULL does nothing. */
void tl_free(void *p);

#ifdef __cplusplus
}
#endif

#endif /* TINYLLM_ABI_H_ */

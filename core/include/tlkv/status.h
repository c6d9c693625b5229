// tlkv/status.h: how a call of the core says no.
//
// Calls answer with a tl_status (tinyllm/abi.h) and, when that is not TL_OK, leave a sentence with
// the numbers that explain it in the thread's error slot. The core does not name functions there:
// the layer that a caller sees (the C API, the npm package) puts its own name in front.
#ifndef TLKV_STATUS_H_
#define TLKV_STATUS_H_

#include "tinyllm/abi.h"
#include "tlkv/text.h"

namespace tlkv {

/// The thread's error slot, the text that tl_last_error reads.
Text& ErrorSlot();

/// Writes the reason (strings, numbers, Hex values) to the error slot; gives `status` back.
template <class... Parts>
[[nodiscard]] tl_status Fail(tl_status status, Parts... parts) {
  Text& slot = ErrorSlot();
  slot.Clear();
  (slot.Append(parts), ...);
  return status;
}

}  // namespace tlkv

#endif  // TLKV_STATUS_H_

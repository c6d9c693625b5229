#include "tlkv/events.h"

namespace tlkv {

const char* Name(EventKind kind) {
  switch (kind) {
    case EventKind::kAllocated:
      return "allocated";
    case EventKind::kEvicted:
      return "evicted";
    case EventKind::kReferenced:
      return "referenced";
    case EventKind::kRevived:
      return "revived";
    case EventKind::kMissed:
      return "missed";
    case EventKind::kReleased:
      return "released";
    case EventKind::kFreed:
      return "freed";
    case EventKind::kCached:
      return "cached";
    case EventKind::kFilled:
      return "filled";
    case EventKind::kRegistered:
      return "registered";
    case EventKind::kDuplicate:
      return "duplicate";
    case EventKind::kUnregistered:
      return "unregistered";
    case EventKind::kCopied:
      return "copied";
    case EventKind::kImported:
      return "imported";
    case EventKind::kWritten:
      return "written";
  }
  return "unknown";
}

}  // namespace tlkv

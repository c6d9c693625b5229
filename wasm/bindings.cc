// The embind list: the functions of the facade, one line each, no logic. The only file that sees
// Emscripten.
#include <emscripten/bind.h>

#include "facade.h"

EMSCRIPTEN_BINDINGS(tlkv) {
  using emscripten::function;
  using namespace tlkv::facade;

  function("poolSnapshot", &PoolSnapshot);
  function("poolCheckInvariants", &PoolCheckInvariants);

  function("blockManagerCreate", &BlockManagerCreate);
  function("blockManagerDestroy", &BlockManagerDestroy);
  function("blockManagerAllocate", &BlockManagerAllocate);
  function("blockManagerAppendSlot", &BlockManagerAppendSlot);
  function("blockManagerFork", &BlockManagerFork);
  function("blockManagerFreeSeq", &BlockManagerFreeSeq);
  function("blockManagerFree", &BlockManagerFree);
  function("blockManagerRefs", &BlockManagerRefs);
  function("blockManagerSequences", &BlockManagerSequences);

  function("scannerCreate", &ScannerCreate);
  function("scannerDestroy", &ScannerDestroy);
  function("scannerStart", &ScannerStart);
  function("scannerPush", &ScannerPush);
  function("scannerFinish", &ScannerFinish);
  function("scannerSummary", &ScannerSummary);
  function("scannerFinding", &ScannerFinding);
  function("envelopeStart", &EnvelopeStart);
  function("envelopeRecord", &EnvelopeRecord);
  function("envelopeSeal", &EnvelopeSeal);

  function("f16Decode", &F16Decode);
  function("f16Encode", &F16Encode);
}

// The embind list: the functions of the facade, one line each, no logic. The only file that sees
// Emscripten.
#include <emscripten/bind.h>

#include "facade.h"
#include "facade_observer.h"
#include "facade_sequences.h"

EMSCRIPTEN_BINDINGS(tlkv) {
  using emscripten::function;
  using namespace tlkv::facade;

  function("poolLedger", &PoolLedger);
  function("ledgerStats", &LedgerStats);
  function("ledgerCounters", &LedgerCounters);
  function("ledgerUsage", &LedgerUsage);
  function("ledgerState", &LedgerState);
  function("ledgerCheckInvariants", &LedgerCheckInvariants);

  function("observerCreate", &ObserverCreate);
  function("observerDestroy", &ObserverDestroy);
  function("observerTake", &ObserverTake);
  function("ledgerTellWritten", &LedgerTellWritten);
  function("ledgerReplay", &LedgerReplay);
  function("ledgerDestroy", &LedgerDestroy);
  function("ledgerRegistrations", &LedgerRegistrations);
  function("ledgerLookupPrefix", &LedgerLookupPrefix);
  function("blockHashes", &BlockHashes);

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

  function("sequencesCreate", &SequencesCreate);
  function("sequencesDestroy", &SequencesDestroy);
  function("sequencesLedger", &SequencesLedger);
  function("sequencesCanOpen", &SequencesCanOpen);
  function("sequencesOpen", &SequencesOpen);
  function("sequencesAppend", &SequencesAppend);
  function("sequencesAppendEach", &SequencesAppendEach);
  function("sequencesFork", &SequencesFork);
  function("sequencesTruncate", &SequencesTruncate);
  function("sequencesClose", &SequencesClose);
  function("sequencesFind", &SequencesFind);
  function("sequencesIds", &SequencesIds);
  function("sequencesBlockTables", &SequencesBlockTables);
  function("sequencesSlotMapping", &SequencesSlotMapping);
  function("sequencesLengths", &SequencesLengths);
  function("sequencesExport", &SequencesExport);
  function("sequencesImport", &SequencesImport);

  function("f16Decode", &F16Decode);
  function("f16Encode", &F16Encode);
}

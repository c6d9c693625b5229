// The embind list: the functions of the facade that are no raw exports, one line each, no logic.
// The only file that sees Emscripten.
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
  function("ledgerDestroy", &LedgerDestroy);
  function("ledgerRegistrations", &LedgerRegistrations);

  function("blockManagerCreate", &BlockManagerCreate);
  function("blockManagerDestroy", &BlockManagerDestroy);
  function("blockManagerFree", &BlockManagerFree);
  function("blockManagerRefs", &BlockManagerRefs);
  function("blockManagerSequences", &BlockManagerSequences);

  function("scannerDestroy", &ScannerDestroy);
  function("scannerSummary", &ScannerSummary);

  function("sequencesDestroy", &SequencesDestroy);
  function("sequencesLedger", &SequencesLedger);
  function("sequencesIds", &SequencesIds);
}

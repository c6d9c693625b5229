/** Ways on from an import that was refused. */
import { decodeEnvelope } from 'tlkv';
import { accepted } from '../../model/call.ts';
import { sizeForEnvelope, wrongSize } from '../../model/pool_size.ts';
import { openBytes } from '../envelope/state.ts';
import { view } from '../place.ts';
import { openInNewPool } from './import_file.ts';
import { frame } from './state.ts';

export function ImportOffer() {
  const step = frame.value?.step;
  if (step?.call.fn !== 'import' || accepted(step.outcome) || !step.call.bytes) return null;
  const { bytes } = step.call;
  const { accepted: sound, header } = decodeEnvelope(bytes);
  const shape = sound ? header : undefined;
  return (
    <p class="offer">
      {shape && wrongSize(sizeForEnvelope(shape, shape.nBlocks)) === undefined && (
        <button type="button" class="button" onClick={() => openInNewPool(bytes, shape, shape.nBlocks)}>
          Import it into a new pool of its shape
        </button>
      )}
      <button
        type="button"
        class="button"
        onClick={() => {
          openBytes('imported.tlkv', bytes);
          view.value = 'envelope';
        }}
      >
        Look into the envelope
      </button>
    </p>
  );
}

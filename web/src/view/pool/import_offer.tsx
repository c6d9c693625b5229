/** Ways on from an import that was refused. */
import { decodeEnvelope, type EnvelopeHeader } from 'tlkv';
import { accepted } from '../../model/call.ts';
import { wrongSize } from '../../model/pool_size.ts';
import { openBytes } from '../envelope/state.ts';
import { view } from '../place.ts';
import { startFresh } from './free_play.ts';
import { importBytes } from './import_file.ts';
import { frame } from './state.ts';

export function ImportOffer() {
  const step = frame.value?.step;
  if (step?.call.fn !== 'import' || accepted(step.outcome) || !step.call.bytes) return null;
  const { bytes } = step.call;
  const { accepted: sound, header } = decodeEnvelope(bytes);
  const size = sound && header ? sizeFor(header) : undefined;
  return (
    <p class="offer">
      {size && wrongSize(size) === undefined && (
        <button
          type="button"
          class="button"
          onClick={() => {
            startFresh(size);
            importBytes(bytes);
          }}
        >
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

/** A pool with room for the envelope, and as much again. */
function sizeFor({ nBlocks, blockTokens, nLayers, nKvHeads, headDim }: EnvelopeHeader) {
  const blocks = Math.max(4, nBlocks * 2);
  return { blocks, tokens: blockTokens, layers: nLayers, heads: nKvHeads, dim: headDim };
}

/** No file is open: how to open one, samples, and what an envelope is. */
import { SAMPLES } from '../../model/samples.ts';
import { Picker } from './picker.tsx';
import { openSample } from './state.ts';

export function Welcome() {
  return (
    <>
      <section class="drop-panel">
        <h1>Drop a .tlkv file anywhere</h1>
        <p>
          It is read in this tab and goes nowhere else. Any size: a file of several GiB is read in slices.
        </p>
        <Picker />
      </section>
      <section class="samples" aria-labelledby="samples-title">
        <h2 id="samples-title">Or open a sample</h2>
        <ul>
          {[...SAMPLES.values()].map(({ name, about, bytes }) => (
            <li key={name}>
              <button type="button" class="link" onClick={() => openSample(name)}>
                {name}
              </button>
              <span class="sample-size">{bytes.byteLength} bytes</span>
              <span class="sample-about">{about}</span>
            </li>
          ))}
        </ul>
      </section>
      <section class="anatomy" aria-labelledby="anatomy-title">
        <h2 id="anatomy-title">What is in an envelope</h2>
        <ol>
          <li data-kind="header" style={{ flexGrow: 28 }}>
            <b>header</b> 28 bytes
          </li>
          <li data-kind="hash" style={{ flexGrow: 14 }}>
            <b>hash, fill</b> 12
          </li>
          <li data-kind="k" style={{ flexGrow: 24 }}>
            <b>K</b> P / 2
          </li>
          <li data-kind="v" style={{ flexGrow: 24 }}>
            <b>V</b> P / 2
          </li>
          <li data-kind="extra" style={{ flexGrow: 20 }}>
            <b>more blocks</b> 12 + P each
          </li>
          <li data-kind="crc" style={{ flexGrow: 10 }}>
            <b>crc</b> 4
          </li>
        </ol>
        <p class="caption">
          P = layers × 2 × heads × block_tokens × head_dim × 2 bytes; K and V alternate, layer by layer. The
          CRC-32C covers every byte before it.
        </p>
      </section>
    </>
  );
}

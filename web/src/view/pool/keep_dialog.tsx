/** What was played, to keep or to give away: as a link, a file, a test, an envelope, a picture. */
import { signal, useSignal } from '@preact/signals';
import { TlkvError } from 'tlkv';
import { bringsLargeEnvelope, toCpp, toTypeScript } from '../../model/export_code.ts';
import { pictureOf, toSvg } from '../../model/picture.ts';
import { encodeProgram } from '../../model/program_link.ts';
import { copyText } from '../clipboard.ts';
import { Dialog } from '../dialog.tsx';
import { download, fileName } from '../download.ts';
import { drawPicture } from './draw_picture.ts';
import { frame, type Stage, stage } from './state.ts';

export const keepOpen = signal(false);

export function KeepDialog() {
  const said = useSignal('');
  const on = stage.value;
  const now = frame.value;
  if (!on || !now) return null;
  const { scenario, session } = on;

  async function copy(what: string, text: string): Promise<void> {
    const done = await copyText(text);
    said.value = done ? `${what} copied.` : 'The browser did not let the page write to the clipboard.';
  }

  const large = bringsLargeEnvelope(session);

  async function copyLink(): Promise<void> {
    await copy('Link', linkTo(on as Stage));
    if (large) said.value += ' It has no room for the envelope that was imported: send that along.';
  }

  async function copyTest(what: string, write: typeof toCpp): Promise<void> {
    if (large) said.value = 'An envelope of more than 4 KiB was imported: too much to stand in a test.';
    else await copy(what, write(scenario, session));
  }

  function saveEnvelope(seq: string): void {
    try {
      download(new Blob([session.exportOf(seq) as Uint8Array<ArrayBuffer>]), `${seq}.tlkv`);
      said.value = `${seq}.tlkv saved.`;
    } catch (error) {
      if (!(error instanceof TlkvError)) throw error;
      said.value = `${error.code}: ${error.message}.`;
    }
  }

  const save = (contents: BlobPart, type: string, ending: string) =>
    download(new Blob([contents], { type }), fileName(scenario.title, ending));
  const json = () => `${JSON.stringify(scenario, null, 2)}\n`;
  const picture = () => pictureOf(now, (id) => session.tokensOf(id));
  return (
    <Dialog title="Keep or share" open={keepOpen.value} onClose={() => (keepOpen.value = false)}>
      <dl class="keep">
        <dt>This scenario</dt>
        <dd>
          <Choice text="Copy link" run={copyLink} />
          <Choice text="Save as file" run={() => save(json(), 'application/json', 'json')} />
          <Choice text="Copy as JSON" run={() => copy('JSON', json())} />
        </dd>
        <dt>As a test of the library</dt>
        <dd>
          <Choice text="Copy as C++" run={() => copyTest('C++ test', toCpp)} />
          <Choice text="Copy as TypeScript" run={() => copyTest('TypeScript test', toTypeScript)} />
        </dd>
        <dt>A sequence as .tlkv</dt>
        <dd>
          {[...now.after.tables.keys()].map((seq) => (
            <Choice key={seq} text={`Save ${seq}`} run={() => saveEnvelope(seq)} />
          ))}
          {now.after.tables.size === 0 && <span class="empty">No sequence holds a block at this step.</span>}
        </dd>
        <dt>The map as a picture</dt>
        <dd>
          <Choice text="Save SVG" run={() => save(toSvg(picture()), 'image/svg+xml', 'svg')} />
          <Choice
            text="Save PNG"
            run={async () => {
              const png = await drawPicture(picture());
              if (png) save(png, 'image/png', 'png');
              else said.value = 'The browser could not make a PNG.';
            }}
          />
        </dd>
      </dl>
      <p class="complaint" role="status">
        {said.value}
      </p>
      <p class="caption">
        A scenario file dropped on this page is played; web/scenarios/README.md describes the format. The
        whole scenario is in the link; no server holds it.
      </p>
    </Dialog>
  );
}

function Choice({ text, run }: { text: string; run: () => void }) {
  return (
    <button type="button" class="button" onClick={run}>
      {text}
    </button>
  );
}

/** The address of this step, with the scenario in it unless the page knows it by name. */
function linkTo({ name, scenario, session }: Stage): string {
  const base = location.href.split('#')[0];
  return `${base}#/pool/${name ?? encodeProgram(scenario)}/${session.position}`;
}

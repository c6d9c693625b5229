// The package's JavaScript: wasm/js as few minified modules, to dist.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';
import { minify } from 'terser';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const wasm = path('../build/wasm/wasm/tlkv.wasm');

/**
 * A module whose default export is these bytes, from a text with a character for each: compressed it is a fifth
 * smaller than base64, which hides from the compressor what repeats.
 */
function bytesAsScript(bytes) {
  const text = JSON.stringify(bytes.toString('latin1'));
  return `export default /* @__PURE__ */ Uint8Array.from(${text}, (character) => character.charCodeAt(0));`;
}

/** Names of classes stay, for whoever looks at an object. */
const terser = { module: true, ecma: 2020, compress: { passes: 3 }, keep_classnames: true };

export default defineConfig({
  input: { index: path('js/index.ts'), inline: path('js/inline.ts'), workerd: path('js/workerd.ts') },
  // Hosts of the workerd kind import the .wasm themselves; the inline entry has its bytes.
  external: (id, importer) => id === './tlkv.wasm' && importer?.endsWith('workerd.ts') === true,
  plugins: [
    {
      name: 'wasm-as-script',
      resolveId: (id) => (id === './tlkv.wasm' ? wasm : null),
      load: (id) => (id === wasm ? { code: bytesAsScript(readFileSync(id)), moduleType: 'js' } : null),
      // Terser finds 3 % more than Rolldown does.
      async generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          chunk.code = (await minify(chunk.code, terser)).code;
        }
      },
    },
  ],
  checks: { pluginTimings: false },
  output: {
    dir: path('../dist'),
    chunkFileNames: '[name].js',
    codeSplitting: {
      groups: [{ name: 'api', test: (id) => !/(index|inline|workerd)\.ts$|\.wasm$/.test(id) }],
    },
    minify: { mangle: { keepNames: { class: true, function: false } } },
  },
});

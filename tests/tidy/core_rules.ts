// The core: who may include whom, and what does not occur in it.
import { codeOf, file, matches, type Rule } from './rule.ts';

/** The rooms of the core by the names of their files, and the rooms that each may include beside its own. */
const rooms: Record<string, { files: RegExp; below: string[] }> = {
  base: {
    files:
      /^(abi|text|status|memory|byte_io|block_hash(_\w+)?|salt|f16|hash_index|sequence_table|crc32c(_\w+)?)$/,
    below: [],
  },
  ledger: {
    files: /^(events|block_ledger|ledger_observed|ledger_snapshot|operation_log|block_table)$/,
    below: ['base'],
  },
  envelope: { files: /^envelope(_\w+)?$/, below: ['base'] },
  pool: { files: /^kv_pool$/, below: ['base', 'ledger', 'envelope'] },
  'block manager': { files: /^block_manager$/, below: ['base', 'ledger'] },
  sequences: {
    files: /^sequences$|^sequence_(kernels|envelopes|batches)$/,
    below: ['base', 'ledger', 'envelope', 'pool'],
  },
  'C interface': { files: /^c_api$/, below: ['base', 'ledger', 'envelope', 'pool'] },
};

/** What the core may use of the system: headers that need nothing at link time beside the C library. */
const systemHeaders =
  /^(std(def|int|lib)\.h|string\.h|concepts|new|span|type_traits|utility|atomic|[a-z]mmintrin\.h)$/;

const isCore = (path: string) => /^core\/(include\/\w+\/)?\w+\.(cc|h)$/.test(path);
const isCpp = (path: string) => /\.(cc|c|h)$/.test(path);
const stem = (path: string) => path.replace(/^.*\//, '').replace(/\.\w+$/, '');

function roomOf(path: string): string | undefined {
  return Object.keys(rooms).find((room) => rooms[room]?.files.test(stem(path)));
}

const coreRooms: Rule = {
  name: 'a file of the core includes its own room and those below',
  check({ path, text }) {
    if (!isCore(path) || path.startsWith('core/include/tinyllm/')) return [];
    const from = roomOf(path);
    if (from === undefined) return [`${path} stands in no room of tests/tidy/core_rules.ts`];
    return matches(text, /^#include "(.+)"/gm).flatMap((header) => {
      if (header === 'tinyllm/abi.h') return [];
      if (header === 'tinyllm/kv_pool.h') {
        return from === 'pool' || from === 'C interface' ? [] : [`${from} includes ${header}`];
      }
      const isPublic = header.startsWith('tlkv/');
      if (!isPublic && path.startsWith('core/include/')) return [`a public header includes ${header}`];
      if (!isPublic && header.includes('/')) return [`includes ${header}`];
      const to = roomOf(header);
      if (to === undefined) return [`includes ${header}, which stands in no room`];
      return to === from || rooms[from]?.below.includes(to) ? [] : [`${from} includes ${header} of ${to}`];
    });
  },
  bad: [
    file('core/block_ledger.cc', '#include "tlkv/kv_pool.h"\n'),
    file('core/include/tlkv/block_ledger.h', '#include "tlkv/envelope.h"\n'),
    file('core/block_manager.cc', '#include "tlkv/sequences.h"\n'),
    file('core/envelope.cc', '#include "tlkv/block_ledger.h"\n'),
    file('core/include/tlkv/memory.h', '#include "tlkv/events.h"\n'),
    file('core/kv_pool.cc', '#include "tlkv/c_api.h"\n'),
    file('core/block_ledger.cc', '#include "tinyllm/kv_pool.h"\n'),
    file('core/kv_pool.cc', '#include "wasm/facade.h"\n'),
    file('core/include/tlkv/salt.h', '#include "block_hash_fnv.h"\n'),
    file('core/helpers.cc', ''),
  ],
  good: [
    file(
      'core/kv_pool.cc',
      '#include "tlkv/kv_pool.h"\n#include "tlkv/block_ledger.h"\n#include "tlkv/envelope.h"\n',
    ),
    file('core/salt.cc', '#include "tlkv/salt.h"\n#include "block_hash_fnv.h"\n'),
  ],
};

const coreSystemHeaders: Rule = {
  name: 'the core includes no standard container, stream or function that needs the C++ runtime',
  check({ path, text }) {
    if (!isCore(path)) return [];
    const headers = matches(text, /^#include <(.+)>/gm).filter((header) => !systemHeaders.test(header));
    return headers.map((header) => `includes <${header}>`);
  },
  bad: ['iostream', 'stdio.h', 'vector', 'string', 'memory', 'map', 'emscripten.h'].map((header) =>
    file('core/kv_pool.cc', `#include <${header}>\n`),
  ),
  good: [file('core/kv_pool.cc', '#include <string.h>\n')],
};

const coreWords: Rule = {
  name: 'the core throws nothing, prints nothing and takes memory from the hook alone',
  check({ path, text }) {
    if (!isCore(path)) return [];
    const code = codeOf(text);
    const words = /\b(throw|try|catch|dynamic_cast|typeid|assert|abort|exit|\w*printf|f?puts)\b/g;
    const memory =
      /\b(new(?! \()|delete(?=[^;]*[^;\s]\s*;)|(?:m|c|re)alloc(?=\()|posix_memalign|aligned_alloc)\b/g;
    const unset = code.replaceAll('= delete;', ';');
    return [...matches(code, words), ...(path === 'core/abi.cc' ? [] : matches(unset, memory))];
  },
  bad: [
    'throw 1;',
    'try { f(); } catch (...) {}',
    'fprintf(stderr, "x");',
    'int* p = new int;',
    'delete p;',
    'void* p = malloc(4);',
    'assert(x);',
  ].map((line) => file('core/kv_pool.cc', `${line}\n`)),
  good: [
    file(
      'core/c_api.cc',
      '// a new pool; no throw\nEntry* e = new (memory) Entry;\nFail("printf and delete x");\n',
    ),
    file('core/include/tlkv/x.h', 'X& operator=(const X&) = delete;\nallocator.free(allocator.user, p);\n'),
    file('core/abi.cc', 'return malloc(n);\n'),
  ],
};

const headersNameThemselves: Rule = {
  name: 'a public header begins with its name and what it is',
  check({ path, text }) {
    const name = /^core\/include\/(.*\.h)$/.exec(path)?.[1];
    if (name === undefined) return [];
    return text.startsWith(`// ${name}: `) || text.startsWith(`/* ${name}: `) ? [] : ['does not name itself'];
  },
  bad: [
    file('core/include/tlkv/salt.h', '// tlkv/pepper.h: namespaces\n'),
    file('core/include/tlkv/salt.h', ''),
  ],
  good: [file('core/include/tlkv/salt.h', '// tlkv/salt.h: namespaces\n')],
};

const onlyBindingsSeeEmscripten: Rule = {
  name: 'only wasm/bindings.cc sees Emscripten',
  check({ path, text }) {
    if (!isCpp(path) || path === 'wasm/bindings.cc') return [];
    return matches(text, /#include [<"]emscripten.*|\b(?:__EMSCRIPTEN__|EMSCRIPTEN_\w+|EM_\w+)\b/g);
  },
  bad: [
    file('wasm/facade.cc', '#include <emscripten/val.h>\n'),
    file('core/abi.cc', '#ifdef __EMSCRIPTEN__\n'),
    file('core/include/tinyllm/abi.h', 'EMSCRIPTEN_KEEPALIVE void f();\n'),
  ],
  good: [
    file('wasm/bindings.cc', '#include <emscripten/bind.h>\n'),
    file('core/abi.cc', '#ifdef __wasm__\n'),
  ],
};

const bindingsHaveNoLogic: Rule = {
  name: 'wasm/bindings.cc is a list',
  check({ path, text }) {
    return path === 'wasm/bindings.cc' ? matches(codeOf(text), /\b(if|for|while|switch|return)\b|\?/g) : [];
  },
  bad: [file('wasm/bindings.cc', 'int f() { return 1; }\n'), file('wasm/bindings.cc', 'if (a) b();\n')],
  good: [file('wasm/bindings.cc', '// if it is a list\nfunction("f", &F);\n')],
};

export const coreRules = [
  coreRooms,
  coreSystemHeaders,
  coreWords,
  headersNameThemselves,
  onlyBindingsSeeEmscripten,
  bindingsHaveNoLogic,
];

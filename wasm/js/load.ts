import { show } from './check.ts';
import { type Instance, start } from './embind.ts';
import { TlkvError } from './errors.ts';
import { VERSION } from './version.ts';

/** A compiled `WebAssembly.Module`, where the environment's types know it. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } }
  ? M
  : object;

/** What `fetch` answers with. */
export interface WasmResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Where tlkv.wasm comes from: its address, its bytes, a response with them, or the compiled module. */
export type WasmSource =
  | string
  | { readonly href: string }
  | ArrayBuffer
  | ArrayBufferView
  | WasmResponse
  | CompiledModule;

/**
 * Compiles and starts the module. TlkvError: TL_EIO where it cannot be had, TL_EFORMAT where something else came,
 * TL_EUNSUPPORTED for one of another version.
 */
export async function load(source: WasmSource | PromiseLike<WasmSource>): Promise<Instance> {
  const { module, from } = await compile(await source);
  const [section] = WebAssembly.Module.customSections(module, 'tlkv');
  if (section === undefined)
    throw new TlkvError('TL_EFORMAT', `init: ${from} is WebAssembly, but not tlkv.wasm`);
  const version = new TextDecoder().decode(section);
  if (version !== VERSION) {
    throw new TlkvError(
      'TL_EUNSUPPORTED',
      `init: ${from} is of tlkv ${version}, but the package is ${VERSION}`,
    );
  }
  return start(module);
}

interface Compiled {
  readonly module: WebAssembly.Module;
  /** For messages. */
  readonly from: string;
}

async function compile(source: WasmSource): Promise<Compiled> {
  if (source instanceof WebAssembly.Module) return { module: source, from: 'the given module' };
  if (typeof source === 'string') return compileAddress(source);
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return compileBytes(source as BufferSource, 'the given buffer');
  }
  if (typeof source === 'object' && source !== null) {
    if ('href' in source) return compileAddress(source.href);
    if ('arrayBuffer' in source && 'headers' in source)
      return compileResponse(source, source.url || 'the given response');
  }
  throw new TypeError(
    `init: wasm must be a URL, bytes, a Response or a WebAssembly.Module, got ${show(source)}`,
  );
}

interface NodeProcess {
  getBuiltinModule?(name: 'node:fs/promises'): { readFile(path: URL): Promise<Uint8Array<ArrayBuffer>> };
}

async function compileAddress(address: string): Promise<Compiled> {
  // Node's fetch does not read files. getBuiltinModule, unlike an import, is nothing for bundlers to resolve.
  const { process } = globalThis as { process?: NodeProcess };
  const files = address.startsWith('file:') ? process?.getBuiltinModule?.('node:fs/promises') : undefined;
  if (files !== undefined) return compileBytes(await files.readFile(new URL(address)), address);
  let response: Response;
  try {
    response = await fetch(address);
  } catch (error) {
    throw new TlkvError('TL_EIO', `init: could not fetch ${address} (${error})`, { cause: error });
  }
  return compileResponse(response, address);
}

async function compileResponse(response: WasmResponse, from: string): Promise<Compiled> {
  const type = response.headers.get('content-type') ?? 'no content type';
  if (!response.ok) throw new TlkvError('TL_EIO', `init: ${from} answered ${response.status} (${type})`);
  if (type.startsWith('application/wasm') && response instanceof Response) {
    return compiled(WebAssembly.compileStreaming(response), from);
  }
  return compileBytes(await response.arrayBuffer(), `${from} (${response.status}, ${type})`);
}

async function compileBytes(source: BufferSource, from: string): Promise<Compiled> {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  const isWasm = bytes[0] === 0 && bytes[1] === 0x61 && bytes[2] === 0x73 && bytes[3] === 0x6d; // "\0asm"
  if (!isWasm) throw new TlkvError('TL_EFORMAT', `init: ${from} is not WebAssembly: it ${beginning(bytes)}`);
  return compiled(WebAssembly.compile(bytes), from);
}

async function compiled(module: Promise<WebAssembly.Module>, from: string): Promise<Compiled> {
  try {
    return { module: await module, from };
  } catch (error) {
    const message = `init: ${from} is no WebAssembly that this host can compile (${error})`;
    throw new TlkvError('TL_EFORMAT', message, { cause: error });
  }
}

/** What wrong bytes seem to be, in a few words. */
function beginning(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'is empty';
  const text = new TextDecoder().decode(bytes.subarray(0, 60));
  if (/^\s*<(!doctype html|html|head|body|\?xml)/i.test(text))
    return `is a web page, ${JSON.stringify(text)}`;
  return `begins with ${JSON.stringify(text)}`;
}

import { readFileSync } from 'node:fs';
import { init } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatAddress, parseAddress, wholeNumber } from '../../web/src/model/address.ts';
import { seemsToBe } from '../../web/src/model/guess.ts';
import { parseHex } from '../../web/src/model/paste.ts';
import { readAs } from '../../web/src/model/read_as.ts';
import { SAMPLES } from '../../web/src/model/samples.ts';
import { slabStats } from '../../web/src/model/slab_stats.ts';

beforeAll(() => init());

const fixture = (path: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url)));

describe('the address', () => {
  test.each([
    ['#/pool/worked-fork/7', { view: 'pool', scenario: 'worked-fork', step: 7 }],
    ['#/pool', { view: 'pool' }],
    ['#/envelope/worked-example/0x32', { view: 'envelope', sample: 'worked-example', offset: 50 }],
    ['#/envelope', { view: 'envelope' }],
  ] as const)('%s there and back', (fragment, address) => {
    expect(parseAddress(fragment)).toEqual(address);
    expect(formatAddress(address)).toBe(fragment);
  });

  test.each([
    ['', { view: 'pool' }],
    ['#nonsense', { view: 'pool' }],
    ['#/pool/x/-1', { view: 'pool', scenario: 'x' }],
    ['#/pool/x/99999999999999999999', { view: 'pool', scenario: 'x' }],
    ['#/pool/%E0%A4%A/3', { view: 'pool', scenario: '%E0%A4%A', step: 3 }],
    ['#/envelope/<img src=x onerror=alert(1)>', { view: 'envelope', sample: '<img src=x onerror=alert(1)>' }],
  ] as const)('%s leads somewhere', (fragment, address) => {
    expect(parseAddress(fragment)).toEqual(address);
  });

  test('numbers are whole, decimal or hexadecimal', () => {
    expect(['50', '0x32', '0X32', '-1', '1.5', '1e3', '', ' 5', '9007199254740992'].map(wholeNumber)).toEqual(
      [50, 50, 50, ...Array(6).fill(undefined)],
    );
  });
});

describe('pasted hex', () => {
  test.each([
    '54 4c 4b 56',
    '544C4B56',
    '0x54, 0x4c, 0x4b, 0x56',
    '{ 0x54,0x4c,\n0x4b,0x56 };',
    '\\x54\\x4c\\x4b\\x56',
    '00000000: 544c 4b56                                TLKV',
    '00000000  54 4c 4b 56                                       |TLKV|',
  ])('%s', (text) => {
    expect(parseHex(text)).toEqual({ bytes: Uint8Array.of(0x54, 0x4c, 0x4b, 0x56) });
  });

  test.each([
    ['', /no hex/],
    ['54 4c 4', undefined],
    ['54 4c 4b5', /"4b5" has 3 digits/],
    ['54 xz', /"x" is not a hex digit/],
    ['<script>', /is not a hex digit/],
  ])('%s', (text, error) => {
    const parsed = parseHex(text);
    if (error) expect('error' in parsed && parsed.error).toMatch(error);
    else expect(parsed).toEqual({ bytes: Uint8Array.of(0x54, 0x4c, 4) });
  });
});

test('a sample is the fixture it was taken from', () => {
  const sources = {
    'worked-example': 'golden/worked-example.tlkv',
    'one-bit-flipped': 'bad/R6-one-bit-of-the-payload.tlkv',
    'partial-tail': 'golden/random-0.tlkv',
    'layers-and-heads': 'golden/random-1.tlkv',
    'f16-specials': 'warn/W3-f16-specials.tlkv',
    'future-version': 'bad/R3-version-2.tlkv',
    'every-rule': 'bad/R2-and-every-rule-after-it.tlkv',
  };
  expect(Object.keys(sources)).toEqual([...SAMPLES.keys()]);
  for (const [name, path] of Object.entries(sources))
    expect(SAMPLES.get(name)?.bytes, name).toEqual(fixture(path));
});

describe('what a file seems to be', () => {
  const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
  const worked = fixture('golden/worked-example.tlkv');
  const latin1 = String.fromCharCode(...worked);
  const bigEndian = worked.slice();
  for (const [at, size] of [
    [4, 2],
    [6, 2],
    [8, 4],
    [12, 4],
    [16, 4],
    [20, 4],
    [24, 4],
  ] as const)
    bigEndian.subarray(at, at + size).reverse();
  const tar = new Uint8Array(1024);
  tar.set(bytes('a.tlkv'));
  tar.set(bytes('ustar'), 257);

  test.each([
    ['a Git LFS pointer', bytes('version https://git-lfs.github.com/spec/v1'), /Git LFS pointer/],
    ['an HTML page', bytes('<!DOCTYPE html><html>'), /HTML page/],
    ['a zip', bytes('PK\x03\x04'), /zip archive/],
    ['gzip', Uint8Array.of(0x1f, 0x8b, 8), /gzip/],
    ['zstd', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd), /zstd/],
    ['a tar', tar, /tar archive/],
    ['gguf', bytes('GGUF\x03\0\0\0'), /GGUF/],
    ['npy', bytes('\x93NUMPY\x01\0'), /NumPy/],
    ['safetensors', bytes('\x40\0\0\0\0\0\0\0{"a":{}}'), /safetensors/],
    ['JSON', bytes('{"error":"not found"}'), /JSON/],
    ['text', bytes('Dear reader,\n'), /^text$/],
    ['zeros', new Uint8Array(60), /begins with zeros/],
    ['base64', bytes(btoa(latin1)), /base64/],
    ['a data URL', bytes(`data:;base64,${btoa(latin1)}`), /data URL/],
    ['hex', bytes('544c4b56 0100'), /hex text/],
    ['every four bytes swapped', Uint8Array.of(0x56, 0x4b, 0x4c, 0x54, 0, 1), /magic reversed/],
    ['big-endian numbers', bigEndian, /most significant byte first/],
    ['UTF-16', bytes(`\xff\xfe${[...latin1].map((c) => `${c}\0`).join('')}`), /UTF-16/],
    ['a byte order mark', bytes(`\xef\xbb\xbf${latin1}`), /byte order mark.*first 3 bytes/],
    ['a head of HTTP', bytes(`HTTP/1.1 200 OK\r\n\r\n${latin1}`), /begins only at byte 19: 19 bytes stand/],
  ])('%s', (_, file, words) => expect(seemsToBe(file)).toMatch(words));

  test.each([
    ['an envelope', worked],
    ['the beginning of one', bytes('TL')],
    ['its magic alone', bytes('TLKV')],
    ['nothing', new Uint8Array(0)],
    ['bytes of no known kind', Uint8Array.of(1, 2, 3, 250)],
  ])('%s is nothing else', (_, file) => expect(seemsToBe(file)).toBeUndefined());
});

test('bytes are read as every type that still fits', () => {
  const bytes = Uint8Array.of(0, 0xbc, 0, 0x34, 0xff, 0xff, 0xff, 0xff);
  expect(Object.fromEntries(readAs(bytes).map(({ type, value }) => [type, value]))).toMatchObject({
    u8: '0',
    i16: '−17,408',
    u32: '872,463,360',
    u64: '18,446,744,070,287,047,680',
    i64: '−3,422,503,936',
    f16: '−1',
  });
  expect(readAs(bytes.subarray(7)).map(({ type }) => type)).toEqual(['u8', 'i8']);
  expect(readAs(bytes.subarray(4)).find(({ type }) => type === 'i32')?.value).toBe('−1');
});

test('statistics leave out what is no number', () => {
  expect(slabStats(Float32Array.of(1, -2, 0, -0, Infinity, -Infinity, NaN))).toEqual({
    min: -2,
    max: 1,
    mean: -0.25,
    scale: 2,
    zeros: 2,
    nans: 1,
    infinities: 2,
  });
  expect(slabStats(Float32Array.of(NaN))).toMatchObject({
    min: undefined,
    max: undefined,
    mean: undefined,
    scale: 0,
  });
});

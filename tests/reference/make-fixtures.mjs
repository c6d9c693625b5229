// Writes the envelopes of fixtures/ that are not golden: good/, warn/ and bad/.
//
//     node tests/reference/make-fixtures.mjs [directory]     (default: fixtures/)
//
// Each is the worked example with one thing changed and, unless the checksum is the point, sealed again. What a
// reader must answer to each stands in fixtures/expected.json and is not written by this script.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { crc32 as zipCrc32 } from 'node:zlib';

/** A file of bytes given as hex; spaces are free. */
const bytes = (...hex) => Buffer.from(hex.join('').replaceAll(' ', ''), 'hex');
/** An unsigned integer, lowest byte first, as hex. */
function le(value, size) {
  const b = Buffer.alloc(size);
  b.writeUIntLE(value, 0, size);
  return b.toString('hex');
}
const u16 = (value) => le(value, 2);
const u32 = (value) => le(value, 4);

/** CRC-32C, a bit at a time. */
function crc32c(data) {
  let r = 0xffffffff;
  for (const byte of data) {
    r ^= byte;
    for (let bit = 0; bit < 8; bit++) r = (r >>> 1) ^ (r & 1 ? 0x82f63b78 : 0);
  }
  return ~r >>> 0;
}

/** `body` and its checksum. */
const sealed = (body) => Buffer.concat([body, bytes(u32(crc32c(body)))]);

/** A header; what is not given is the worked example's. */
const header = ({ magic = '544c4b56', version = 1, dtype = 1, n = 1, B = 2, L = 1, H = 1, D = 2 } = {}) =>
  bytes(magic, u16(version), u16(dtype), u32(n), u32(B), u32(L), u32(H), u32(D));

const h0 = '66937b02c1b01aa9'; // tokens 1 2
const h1 = '605c60719582df03'; // tokens 3 4 after them
const noHash = '0000000000000000';
const values = '003c0040 00420044 003800bc 00000034'; // K [[1, 2], [3, 4]], V [[0.5, -1], [0, 0.25]]
const onePosition = '003c0040 00000000 003800bc 00000000'; // the first row of each
const record = (hash = h0, nTokens = 2, payload = values) => bytes(hash, u32(nTokens), payload);

const envelope = (fields, ...records) => sealed(Buffer.concat([header(fields), ...records]));
const worked = envelope({}, record());
/** The worked example's bytes before the checksum, with `hex` in the place of what stands at `at`. */
function patched(at, hex) {
  const body = Buffer.from(worked.subarray(0, 56));
  bytes(hex).copy(body, at);
  return body;
}
/** The worked example with other last four bytes. */
const withCrc = (hex) => Buffer.concat([worked.subarray(0, 56), bytes(hex)]);

const f16Specials =
  '0000 0080 0100 0180 ff03 ff83 0004 0084 ff3b 003c 013c 00bc ff7b fffb 007c 00fc' +
  '017c 01fc ff7d 007e 00fe ff7f ffff 5535 662e 4842 4056 0064 ff6b 0078 0200 0002';
const shape7 = { B: 4, L: 2, H: 3, D: 5 };

const files = {
  'good/no-blocks.tlkv': envelope({ n: 0 }),
  'good/one-block-twice.tlkv': envelope({ n: 2 }, record(noHash), record(noHash)),
  'good/two-blocks-and-a-tail.tlkv': envelope({ n: 3 }, record(), record(h1), record(noHash, 1, onePosition)),

  'warn/W1-stale-byte-past-the-fill.tlkv': envelope(
    {},
    record(noHash, 1, onePosition.replace(/00000000$/, '00000034')),
  ),
  'warn/W1-stale-positions-in-k-and-v.tlkv': envelope({}, record(noHash, 1)),
  'warn/W2-one-hash-in-three-records.tlkv': envelope({ n: 4 }, record(), record(h1), record(), record()),
  'warn/W3-f16-specials.tlkv': envelope({ B: 4, D: 4 }, record(noHash, 4, f16Specials)),
  'warn/W1-W2-W3-in-one-file.tlkv': envelope(
    { n: 3 },
    record(),
    record(h0, 2, values.replace('0042', '007c')),
    record(noHash, 1, values.replace('0034', '00fe')),
  ),

  'bad/R1-no-bytes.tlkv': bytes(),
  'bad/R1-27-bytes.tlkv': worked.subarray(0, 27),
  'bad/R1-30-bytes.tlkv': worked.subarray(0, 30),
  'bad/R1-31-bytes-of-no-blocks.tlkv': envelope({ n: 0 }).subarray(0, 31),

  'bad/R2-magic-in-lower-case.tlkv': sealed(patched(0, '746c6b76')),
  'bad/R2-magic-reversed.tlkv': sealed(patched(0, '564b4c54')),
  'bad/R2-markup.tlkv': Buffer.from('<script>alert(1)</script>\n<!-- this file is no envelope -->\n'),
  'bad/R2-and-every-rule-after-it.tlkv': withEverythingWrong(),

  'bad/R3-version-0.tlkv': envelope({ version: 0 }, record()),
  'bad/R3-version-2.tlkv': envelope({ version: 2 }, record()),
  'bad/R3-version-big-endian.tlkv': envelope({ version: 0x100 }, record()),

  'bad/R4-dtype-f32.tlkv': envelope({ dtype: 0 }, record()),
  'bad/R4-dtype-bf16.tlkv': envelope({ dtype: 2 }, record()),

  'bad/R5-length-too-short.tlkv': sealed(worked.subarray(0, 54)),
  'bad/R5-length-too-long.tlkv': sealed(Buffer.concat([worked.subarray(0, 56), bytes('0000')])),
  'bad/R5-one-block-missing.tlkv': envelope({ n: 3 }, record(), record(h1)),
  'bad/R5-one-block-too-many.tlkv': envelope({ n: 1 }, record(), record(h1)),
  'bad/R5-cut-in-the-payload.tlkv': worked.subarray(0, 47),
  'bad/R5-cut-before-the-crc.tlkv': worked.subarray(0, 56),
  'bad/R5-trailing-newline.tlkv': Buffer.concat([worked, bytes('0a')]),
  'bad/R5-zero-block-tokens.tlkv': envelope({ B: 0 }, record(noHash, 1, '')),
  'bad/R5-zero-layers.tlkv': envelope({ L: 0 }, record(noHash, 1, '')),
  'bad/R5-zero-heads.tlkv': envelope({ H: 0 }, record(noHash, 1, '')),
  'bad/R5-zero-head-dim.tlkv': envelope({ D: 0 }, record(noHash, 1, '')),
  'bad/R5-zero-block-tokens-no-blocks.tlkv': envelope({ n: 0, B: 0 }),
  'bad/R5-four-billion-blocks.tlkv': envelope({ n: 0xffffffff, B: 16, L: 32, H: 8, D: 128 }),
  // A multiple of 4 above 2^56, which a double rounds.
  'bad/R5-length-above-2-56.tlkv': envelope({ n: 0xffffffff, B: 16, L: 32, H: 8, D: 1024 }),
  'bad/R5-four-billion-blocks-one-there.tlkv': envelope({ n: 0xffffffff }, record()),
  'bad/R5-four-billion-positions.tlkv': envelope({ B: 0xffffffff }, record()),
  'bad/R5-largest-header.tlkv': envelope(
    { n: ~0 >>> 0, B: ~0 >>> 0, L: ~0 >>> 0, H: ~0 >>> 0, D: ~0 >>> 0 },
    record(),
  ),
  // Lengths that are 60 again when taken modulo 2^32 or 2^64.
  'bad/R5-blocks-wrap-at-2-32.tlkv': envelope({ n: 0x40000001 }, record()),
  'bad/R5-payload-wraps-at-2-32.tlkv': envelope({ H: 17, D: 31580642 }, record()),
  'bad/R5-payload-wraps-at-2-64.tlkv': envelope({ H: 3340214413, D: 2761311370 }, record()),

  'bad/R6-one-bit-of-the-payload.tlkv': Buffer.concat([patched(40, '01'), worked.subarray(56)]),
  'bad/R6-one-bit-of-the-crc.tlkv': withCrc('1c540bcf'),
  'bad/R6-crc-zero.tlkv': withCrc('00000000'),
  'bad/R6-crc-big-endian.tlkv': withCrc('4f0b541c'),
  'bad/R6-crc-of-zip.tlkv': withCrc(u32(zipCrc32(worked.subarray(0, 56)))),
  'bad/R6-crc-of-the-payload-only.tlkv': withCrc(u32(crc32c(worked.subarray(40, 56)))),

  'bad/R7-block-tokens.tlkv': envelope({ ...shape7, B: 3 }, shaped({ ...shape7, B: 3 })),
  'bad/R7-layers.tlkv': envelope({ ...shape7, L: 1 }, shaped({ ...shape7, L: 1 })),
  'bad/R7-heads.tlkv': envelope({ ...shape7, H: 4 }, shaped({ ...shape7, H: 4 })),
  'bad/R7-head-dim.tlkv': envelope({ ...shape7, D: 6 }, shaped({ ...shape7, D: 6 })),
  'bad/R7-heads-and-head-dim-swapped.tlkv': envelope(
    { ...shape7, H: 5, D: 3 },
    shaped({ ...shape7, H: 5, D: 3 }),
  ),
  'bad/R7-no-blocks.tlkv': envelope({ ...shape7, n: 0, B: 8 }),

  'bad/R8-n-tokens-0.tlkv': envelope({}, record(noHash, 0, '00'.repeat(16))),
  'bad/R8-n-tokens-above-block-tokens.tlkv': envelope({}, record(noHash, 3)),
  'bad/R8-n-tokens-largest.tlkv': envelope({}, record(noHash, 0xffffffff)),
  'bad/R8-in-the-last-record.tlkv': envelope({ n: 3 }, record(), record(h1), record(noHash, 3)),
  'bad/R8-before-R9-in-one-record.tlkv': envelope({}, record(h0, 0, '00'.repeat(16))),

  'bad/R9-hash-on-a-partial-block.tlkv': envelope({}, record(h0, 1, onePosition)),
  'bad/R9-before-R8-of-a-later-record.tlkv': envelope(
    { n: 2 },
    record(h0, 1, onePosition),
    record(noHash, 3),
  ),
};

/** A record of any shape: full, not registered, every value 1. */
function shaped({ B, L, H, D }) {
  return record(noHash, B, '003c'.repeat(L * 2 * H * B * D));
}

/** Two records of three, the first partial with a hash, the second overfull, then zeros. */
function withEverythingWrong() {
  const head = header({ magic: '00000000', version: 9, dtype: 9, n: 3 });
  return Buffer.concat([head, record(h0, 1), record(h1, 3), bytes('00'.repeat(23))]);
}

const target = resolve(process.argv[2] ?? join(import.meta.dirname, '../../fixtures'));
for (const [name, content] of Object.entries(files)) {
  const path = join(target, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

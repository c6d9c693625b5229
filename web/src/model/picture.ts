/**
 * The map as a picture to keep: a list of shapes, so that the same drawing becomes an SVG text or goes on
 * a canvas. Light colours, whatever the page's own.
 */
import { formatHash } from 'tlkv';
import { type Block, blockOf } from './block.ts';
import type { Frame } from './session.ts';

export type Shape =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: string;
      readonly stroke: string;
      readonly line: number;
      readonly dashed: boolean;
    }
  | {
      readonly kind: 'hatch';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly bold: boolean;
      readonly mono: boolean;
      readonly fill: string;
      readonly end: boolean;
      readonly text: string;
    };

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export const HATCH = '#a88742';
const PAPER = '#fbfaf6';
const INK = '#16181d';
const INK_2 = '#454a53';
const LINE = '#83868c';
const USED = '#244e82';
const CACHED = '#876010';

const TILE = { width: 160, height: 128, gap: 20 };
const MARGIN = 24;
const TOP = 72;

/** More tiles than this make no picture to print; the first ones are drawn. */
const MOST = 64;

export function pictureOf(frame: Frame, tokensOf: (id: number) => (number | undefined)[]): Picture {
  const { snapshot } = frame.after;
  const count = Math.min(MOST, snapshot.nBlocks);
  const columns = Math.min(count, count <= 16 ? 4 : 8);
  const rows = Math.ceil(count / columns);
  const width = Math.max(420, MARGIN * 2 + columns * (TILE.width + TILE.gap) - TILE.gap);
  const height = TOP + rows * (TILE.height + TILE.gap) + 48;
  const shapes: Shape[] = [rect(0, 0, width, height, PAPER, 'none', 0)];
  shapes.push(
    text(MARGIN, 44, 20, frame.step?.full ?? 'tl_kv_pool_create(&cfg, &p);', { bold: true, mono: true }),
  );
  for (let id = 0; id < count; id++) {
    const x = MARGIN + (id % columns) * (TILE.width + TILE.gap);
    const y = TOP + Math.floor(id / columns) * (TILE.height + TILE.gap);
    shapes.push(...tile(blockOf(snapshot, id), x, y, tokensOf(id), snapshot.blockTokens));
  }
  const { free, used, cached, blocks } = frame.balance;
  const sum = `${free} free + ${used} used + ${cached} cached = ${blocks} blocks`;
  shapes.push(text(MARGIN, height - 28, 15, sum, {}));
  return { width, height, shapes };
}

export function toSvg({ width, height, shapes }: Picture): string {
  const body = shapes.map(svgShape).join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M-2 10L10 -2M-2 2L2 -2M6 10L10 6" stroke="${HATCH}" stroke-width="1.5"/></pattern></defs>
${body}
</svg>
`;
}

function tile(
  block: Block,
  x: number,
  y: number,
  tokens: readonly (number | undefined)[],
  size: number,
): Shape[] {
  const { state, ref, hash, id } = block;
  const shapes: Shape[] = [];
  const { width, height } = TILE;
  for (let edge = Math.min(ref, 3) - 1; edge > 0; edge--)
    shapes.push(rect(x + edge * 5, y + edge * 5, width, height, PAPER, USED, 2));
  if (state === 'used') shapes.push(rect(x, y, width, height, USED, USED, 1));
  else if (state === 'cached') {
    shapes.push(rect(x, y, width, height, PAPER, CACHED, 2), { kind: 'hatch', x, y, width, height });
    shapes.push(rect(x + 3, y + 3, width - 6, 32, PAPER, 'none', 0));
  } else shapes.push(rect(x, y, width, height, PAPER, LINE, 1, true));
  const ink = state === 'used' ? '#ffffff' : state === 'cached' ? INK : INK_2;
  shapes.push(text(x + 10, y + 28, 22, String(id), { bold: state !== 'free', fill: ink }));
  const note = ref > 1 ? `shared ×${ref}` : ref === 1 ? 'ref 1' : '';
  shapes.push(text(x + width - 10, y + 28, 12, note, { fill: ink, end: true }));
  shapes.push(text(x + 22 + String(id).length * 13, y + 28, 12, state, { fill: ink }));
  shapes.push(...cells(x, y + 42, tokens, size, state));
  if (hash !== 0n) {
    const digits = formatHash(hash).slice(2).toUpperCase();
    if (state === 'cached') shapes.push(rect(x + width - 96, y + height - 26, 90, 20, PAPER, 'none', 0));
    shapes.push(
      text(x + width - 10, y + height - 12, 11, `${digits.slice(0, 4)}…${digits.slice(-4)}`, {
        mono: true,
        fill: ink,
        end: true,
      }),
    );
  }
  return shapes;
}

function cells(
  x: number,
  y: number,
  tokens: readonly (number | undefined)[],
  size: number,
  state: Block['state'],
): Shape[] {
  const shapes: Shape[] = [];
  const width = (TILE.width - 20 - (size - 1) * 3) / size;
  for (let at = 0; at < size; at++) {
    const left = x + 10 + at * (width + 3);
    const token = tokens[at];
    const filled = at < tokens.length;
    const fill = filled || state !== 'used' ? PAPER : USED;
    const stroke = state === 'used' ? '#ffffff' : state === 'cached' ? CACHED : LINE;
    shapes.push(rect(left, y, width, 38, fill, stroke, 1, state === 'free'));
    if (filled && size <= 8)
      shapes.push(
        text(left + width / 2 - String(token).length * 4, y + 24, 13, String(token), {
          mono: true,
          fill: INK,
        }),
      );
  }
  return shapes;
}

function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  stroke: string,
  line: number,
  dashed = false,
): Shape {
  return { kind: 'rect', x, y, width, height, fill, stroke, line, dashed };
}

interface Style {
  bold?: boolean;
  mono?: boolean;
  fill?: string;
  end?: boolean;
}

function text(x: number, y: number, size: number, words: string, style: Style): Shape {
  const { bold = false, mono = false, fill = INK, end = false } = style;
  return { kind: 'text', x, y, size, bold, mono, fill, end, text: words };
}

function svgShape(shape: Shape): string {
  const { x, y } = shape;
  if (shape.kind === 'hatch')
    return `<rect x="${x}" y="${y}" width="${shape.width}" height="${shape.height}" fill="url(#hatch)"/>`;
  if (shape.kind === 'rect') {
    const dash = shape.dashed ? ' stroke-dasharray="4 3"' : '';
    return `<rect x="${x}" y="${y}" width="${shape.width}" height="${shape.height}" rx="3" fill="${shape.fill}" stroke="${shape.stroke}" stroke-width="${shape.line}"${dash}/>`;
  }
  const family = shape.mono ? 'monospace' : 'sans-serif';
  const weight = shape.bold ? ' font-weight="600"' : '';
  const anchor = shape.end ? ' text-anchor="end"' : '';
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${shape.size}" fill="${shape.fill}"${weight}${anchor}>${escapeXml(shape.text)}</text>`;
}

function escapeXml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

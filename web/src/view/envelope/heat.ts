/** The colour of a value: paper at 0, ochre above, blue below, by its share of the scale. */
type Rgb = readonly [number, number, number];

const LIGHT = {
  paper: [251, 250, 246],
  plus: [154, 98, 0],
  minus: [31, 90, 158],
  odd: [22, 24, 29],
} as const;
const DARK = {
  paper: [19, 21, 25],
  plus: [217, 160, 58],
  minus: [91, 155, 230],
  odd: [237, 234, 227],
} as const;

/** NaN and infinities are no place on the scale: they get the colour of ink. */
export function heatRgb(value: number, scale: number, dark: boolean): Rgb {
  const colours = dark ? DARK : LIGHT;
  if (!Number.isFinite(value)) return colours.odd;
  const share = scale === 0 ? 0 : Math.min(1, Math.abs(value) / scale);
  const end = value < 0 ? colours.minus : colours.plus;
  return mix(colours.paper, end, share);
}

/** With black or white text on it, whichever stands out more. */
export function heatOf(value: number, scale: number, dark: boolean): { background: string; color: string } {
  const rgb = heatRgb(value, scale, dark);
  // Equal contrast of black and white lies where (L + 0.05)^2 = 1.05 * 0.05.
  const color = luminance(rgb) > 0.179 ? '#000' : '#fff';
  return { background: `rgb(${rgb.map(Math.round).join(' ')})`, color };
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (i: 0 | 1 | 2) => from[i] + (to[i] - from[i]) * share;
  return [at(0), at(1), at(2)];
}

function luminance([r, g, b]: Rgb): number {
  const linear = (c: number) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

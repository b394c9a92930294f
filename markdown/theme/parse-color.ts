/** Colors of CSS as numbers, for what can be measured: `#hex`, `rgb()`, `oklch()`, `black` and `white`. */

export interface Color {
  /** Red, green and blue of sRGB from 0 to 1. */
  rgb: readonly [number, number, number];
  alpha: number;
}

/** Undefined: another way to write a color, or none. */
export function parseColor(text: string): Color | undefined {
  const value = text.trim().toLowerCase();
  if (value === 'black') return { rgb: [0, 0, 0], alpha: 1 };
  if (value === 'white') return { rgb: [1, 1, 1], alpha: 1 };
  if (value.startsWith('#')) return parseHex(value.slice(1));
  const [, name, inner = ''] = /^(rgba?|oklch)\(([^()]*)\)$/.exec(value) ?? [];
  if (name === undefined) return undefined;
  const parts = inner.trim().split(/\s*[,/]\s*|\s+/);
  if (parts.length < 3 || parts.length > 4) return undefined;
  const [one = '', two = '', three = '', four = '1'] = parts;
  const alpha = readNumber(four, 1);
  const read =
    name === 'oklch'
      ? ([readNumber(one, 1), readNumber(two, 0.4), readAngle(three)] as const)
      : ([readNumber(one, 255), readNumber(two, 255), readNumber(three, 255)] as const);
  const [first, second, third] = read;
  if (first === undefined || second === undefined || third === undefined || alpha === undefined)
    return undefined;
  const rgb =
    name === 'oklch'
      ? fromOklch(clamp(first), Math.max(0, second), third)
      : ([clamp(first / 255), clamp(second / 255), clamp(third / 255)] as const);
  return { rgb, alpha: clamp(alpha) };
}

function parseHex(digits: string): Color | undefined {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return undefined;
  const full = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  const [red = 0, green = 0, blue = 0, alpha = 1] = (full.match(/../g) ?? []).map(
    (pair) => Number.parseInt(pair, 16) / 255,
  );
  return { rgb: [red, green, blue], alpha };
}

/** A percentage is a part of `whole`. */
function readNumber(text: string, whole: number): number | undefined {
  if (text === 'none') return 0;
  const [, number, percent] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%?)$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  return percent ? (Number(number) / 100) * whole : Number(number);
}

function readAngle(text: string): number | undefined {
  return readNumber(text.replace(/deg$/, ''), 360);
}

/** By the matrices of CSS Color 4. What a screen cannot show is clipped. */
function fromOklch(lightness: number, chroma: number, hue: number): Color['rgb'] {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    encode(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    encode(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

function encode(linear: number): number {
  return clamp(linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** `#rrggbb`: what an input for colors takes. The alpha is left out. */
export function toHex({ rgb }: Color): string {
  return `#${rgb.map(toPair).join('')}`;
}

/** `#rrggbb` with the alpha of another color, which an input for colors cannot have. */
export function withAlphaOf(hex: string, { alpha }: Color): string {
  return alpha < 1 ? hex + toPair(alpha) : hex;
}

const toPair = (value: number) =>
  Math.round(value * 255)
    .toString(16)
    .padStart(2, '0');

/** The contrast of two opaque colors by WCAG 2, from 1 to 21. */
export function contrastOf(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf({ rgb: [red, green, blue] }: Color): number {
  return 0.2126 * decode(red) + 0.7152 * decode(green) + 0.0722 * decode(blue);
}

const decode = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

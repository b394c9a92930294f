/** A number may have 131,072 digits. */
const maxDigits = 1000;

/**
 * Compares numbers as Postgres writes integers and numeric: exactly, NaN being greater than all others. Negative, zero or positive, or
 * undefined for numbers that are too long.
 */
export function compareNumeric(one: string, other: string): number | undefined {
  if (one === other) return 0;
  if (one.length > maxDigits || other.length > maxDigits) return undefined;
  const [left, right] = [rankOf(one), rankOf(other)];
  if (left !== 0 || right !== 0) return left - right;
  const [a, b] = [toScaled(one), toScaled(other)];
  const scale = Math.max(a.scale, b.scale);
  const difference = a.digits * 10n ** BigInt(scale - a.scale) - b.digits * 10n ** BigInt(scale - b.scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

function rankOf(text: string): number {
  return { NaN: 2, Infinity: 1, '-Infinity': -1 }[text] ?? 0;
}

function toScaled(text: string): { digits: bigint; scale: number } {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

const nanoseconds: Record<string, number> = {
  ns: 1,
  us: 1e3,
  // Both characters for micro are in use: U+00B5 and U+03BC.
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};
const part = '(\\d+\\.?\\d*|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)';
const whole = new RegExp(`^([+-]?)((?:${part})+)$`);
/** The reference server counts nanoseconds in 64 bits, about 292 years. */
const maxNanoseconds = 2 ** 63;

/** Parses a duration in Go's format, such as "24h", "1h30m" or "-1.5s", to milliseconds. Undefined for any other text. */
export function findDuration(text: string): number | undefined {
  if (/^[+-]?0$/.test(text)) return 0;
  if (text.length > 100) return undefined;
  const [, sign, amounts] = whole.exec(text) ?? [];
  if (amounts === undefined) return undefined;
  let total = 0;
  for (const [, amount, unit = ''] of amounts.matchAll(new RegExp(part, 'g'))) {
    total += Number(amount) * (nanoseconds[unit] ?? 0);
  }
  if (total >= maxNanoseconds) return undefined;
  return (sign === '-' ? -total : total) / 1e6;
}

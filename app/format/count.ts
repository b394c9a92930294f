/** Numbers as people write them: `12,345` in English. */
export function formatNumber(value: number, language: string, fractionDigits = 0): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: fractionDigits }).format(value);
}

/** A number with its noun: `1 article`, `1,204 articles`. */
export function formatCount(value: number, one: string, many: string, language: string): string {
  return `${formatNumber(value, language)} ${value === 1 ? one : many}`;
}

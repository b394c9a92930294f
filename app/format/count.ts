/** Making a formatter takes far longer than using it, and a table asks for one in every row. */
const formatters = new Map<string, Intl.NumberFormat>();

/** Numbers as people write them: `12,345` in English. */
export function formatNumber(value: number, language: string, fractionDigits = 0): string {
  const key = `${language} ${fractionDigits}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(language, { maximumFractionDigits: fractionDigits });
    formatters.set(key, formatter);
  }
  return formatter.format(value);
}

/** A number with its noun: `1 article`, `1,204 articles`. */
export function formatCount(value: number, one: string, many: string, language: string): string {
  return `${formatNumber(value, language)} ${value === 1 ? one : many}`;
}

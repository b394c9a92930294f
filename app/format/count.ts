/** Making a formatter takes far longer than using it, and a table asks for one in every row. */
const formatters = new Map<string, Intl.NumberFormat>();

/** Numbers as people write them: `12,345` in English. */
export function formatNumber(value: number, language: string, fractionDigits = 0): string {
  if (isPlainEnglish.test(language) && Math.abs(value) < 1e15) return writeInEnglish(value, fractionDigits);
  const key = `${language} ${fractionDigits}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(language, { maximumFractionDigits: fractionDigits });
    formatters.set(key, formatter);
  }
  return formatter.format(value);
}

/** Not every English: India groups by lakhs, South Africa with spaces. */
const isPlainEnglish = /^en(-(US|GB|AU|CA|IE|NZ))?$/;

/**
 * The first formatter of a page takes a phone longer (70 ms) than all the rest of the page, while it is made interactive. In the
 * language that most sites have it can be done without: the same text, by hand.
 */
function writeInEnglish(value: number, fractionDigits: number): string {
  const [whole = '', decimals] = String(round(Math.abs(value), fractionDigits)).split('.');
  // What is rounded to nothing keeps its sign, as with Intl.
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + (decimals ? `.${decimals}` : '');
}

/** By the digits as they are written: 1.005 becomes 1.01, though the machine's number is a little less. */
function round(value: number, digits: number): number {
  return value < 1e-6 ? 0 : Number(`${Math.round(Number(`${value}e${digits}`))}e-${digits}`);
}

/** A number with its noun: `1 article`, `1,204 articles`. */
export function formatCount(value: number, one: string, many: string, language: string): string {
  return `${formatNumber(value, language)} ${value === 1 ? one : many}`;
}

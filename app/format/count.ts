/** Creating a formatter takes far longer than using it, and a table needs one in every row. */
const formatters = new Map<string, Intl.NumberFormat>();

/** Formats a number: `12,345` in English. */
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

/** Not every English locale: India groups by lakhs, South Africa with spaces. */
const isPlainEnglish = /^en(-(US|GB|AU|CA|IE|NZ))?$/;

/**
 * The first Intl formatter of a page takes a phone 70 ms, longer than the rest of the hydration. In English the same text is made by hand.
 */
function writeInEnglish(value: number, fractionDigits: number): string {
  const [whole = '', decimals] = String(round(Math.abs(value), fractionDigits)).split('.');
  // A number that is rounded to zero keeps its sign, as with Intl.
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + (decimals ? `.${decimals}` : '');
}

/** Rounds the decimal digits as written: 1.005 becomes 1.01, though the binary number is a little less. */
function round(value: number, digits: number): number {
  return value < 1e-6 ? 0 : Number(`${Math.round(Number(`${value}e${digits}`))}e-${digits}`);
}

/** A noun for each kind of number that the language has. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const plurals = new Map<string, Intl.PluralRules>();

/** A number with its noun: `1 article`, `1,204 articles`. */
export function formatCounted(value: number, forms: Forms, language: string): string {
  return `${formatNumber(value, language)} ${nounFor(value, forms, language)}`;
}

export function nounFor(value: number, forms: Forms, language: string): string {
  return forms[pluralOf(value, language)] ?? forms.other;
}

function pluralOf(value: number, language: string): Intl.LDMLPluralRule {
  if (isPlainEnglish.test(language)) return value === 1 ? 'one' : 'other';
  let rules = plurals.get(language);
  if (!rules) {
    rules = new Intl.PluralRules(language);
    plurals.set(language, rules);
  }
  return rules.select(value);
}

/** The same for words of English: `1 run`, `12 runs`. */
export function formatCount(value: number, one: string, many: string, language: string): string {
  return `${formatNumber(value, language)} ${value === 1 ? one : many}`;
}

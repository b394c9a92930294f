/** The number in an element's text; NaN when there is none. An empty text is no zero, and some programs write 48,2 for 48.2. */
export function readNumber(text: string): number {
  if (text === '') return Number.NaN;
  const value = Number(text);
  if (Number.isNaN(value) && /^\s*[+-]?\d+,\d+\s*$/.test(text)) return Number(text.replace(',', '.'));
  return value !== 0 || /\d/.test(text) ? value : Number.NaN;
}

/** The whole number in two characters of a text in the common form. */
function pair(text: string, at: number): number {
  const value = (text.charCodeAt(at) - 48) * 10 + (text.charCodeAt(at + 1) - 48);
  return value >= 0 && value < 100 ? value : Number.NaN;
}

/**
 * Reads `2024-05-01T06:00:00Z` to milliseconds since 1970, NaN when it is no time. Ten thousand points lie on the same day, so the
 * day is cached and only the time is parsed. A time without a zone counts as UTC, as GPX demands.
 */
export function createTimeReader(): (text: string) => number {
  let day = '';
  let midnight = Number.NaN;
  return (raw) => {
    const text = raw.length === 20 ? raw : raw.trim();
    const isCommonForm = (text.length === 20 || text.length === 24) && text.endsWith('Z') && text[10] === 'T';
    if (!isCommonForm) return readAnyTime(text);
    const date = text.slice(0, 10);
    if (date !== day) {
      day = date;
      midnight = Date.parse(`${date}T00:00:00Z`);
    }
    const seconds = pair(text, 11) * 3600 + pair(text, 14) * 60 + pair(text, 17);
    const fraction = text.length === 24 ? Number(text.slice(19, 23)) : 0;
    return midnight + Math.round((seconds + fraction) * 1000);
  };
}

function readAnyTime(text: string): number {
  const found = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})([.,]\d+)?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(text);
  if (!found) return Number.NaN;
  const [, date, clock, fraction = '', zone = 'Z'] = found;
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  return Date.parse(`${date}T${clock}${fraction.replace(',', '.').slice(0, 4)}${offset}`);
}

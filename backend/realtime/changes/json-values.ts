/** Values as `to_jsonb` writes them, from the text that Postgres sends for a column. */

/** A type, with domains resolved. */
export interface ValueType {
  id: number;
  /** Composite types, and types with a cast to json of their own, are converted by Postgres. */
  isConvertedByServer: boolean;
  element?: { type: ValueType; delimiter: string };
}

const bool = 16;
/** int8, int2, int4, float4, float8, numeric. */
const numbers = new Set([20, 21, 23, 700, 701, 1700]);
const json = new Set([114, 3802]);
const timestamp = 1114;
const timestamptz = 1184;

/** JSON text, or undefined for a value that Postgres must convert. */
export function toJsonText(text: string, type: ValueType): string | undefined {
  if (type.isConvertedByServer) return undefined;
  if (type.element) return toJsonArray(text, type.element);
  const { id } = type;
  // NaN and Infinity are texts in JSON, and zero has no sign.
  if (numbers.has(id))
    return text === '-0' ? '0' : isDigit(text.charCodeAt(text.length - 1)) ? text : JSON.stringify(text);
  if (id === bool) return text === 't' ? 'true' : 'false';
  if (json.has(id)) return text;
  if (id === timestamp) return JSON.stringify(text.replace(' ', 'T'));
  if (id === timestamptz)
    return JSON.stringify(text.replace(' ', 'T').replace(/([+-]\d\d)(?=$| BC$)/, '$1:00'));
  // All other types of Postgres are texts.
  return JSON.stringify(text);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** `{1,2,NULL}`, `{{a,"b,c"},{d,e}}`. */
function toJsonArray(text: string, element: NonNullable<ValueType['element']>): string | undefined {
  // With bounds: `[0:1]={1,2}`.
  if (!text.startsWith('{')) return undefined;
  let index = 0;

  function readElement(): string | undefined {
    if (text[index] === '{') return readArray();
    if (text[index] === '"') {
      const start = index + 1;
      for (index = start; text[index] !== '"'; index++) if (text[index] === '\\') index += 1;
      index += 1;
      return toJsonText(text.slice(start, index - 1).replace(/\\(.)/gs, '$1'), element.type);
    }
    const start = index;
    while (text[index] !== '}' && text[index] !== element.delimiter) index += 1;
    const plain = text.slice(start, index);
    return plain === 'NULL' ? 'null' : toJsonText(plain, element.type);
  }

  function readArray(): string | undefined {
    const items: string[] = [];
    index += 1;
    while (text[index] !== '}') {
      if (text[index] === element.delimiter) index += 1;
      const item = readElement();
      if (item === undefined) return undefined;
      items.push(item);
    }
    index += 1;
    return `[${items.join(', ')}]`;
  }

  return readArray();
}

import { readRequestBytes } from '../../http/read-bytes.ts';
import { bodyError, RestError } from '../rest-error.ts';
import { parseCsv } from './csv.ts';
import { parseType } from './media-type.ts';

/** A body as the statement gets it: converted to JSON, unless a function takes it whole. */
export interface Body {
  text: string;
  /** A single object, not a list. */
  isObject: boolean;
  /** The keys of each object; undefined when they were not read. */
  names: string[] | undefined;
  kind: 'json' | 'text';
  /** The media type, for a function that takes the whole body. */
  type: string;
}

const maxBytes = 1024 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true });

export interface BodyOptions {
  /** The query string has `columns`, so that the keys of the body need not be read. */
  hasColumns: boolean;
  isCall: boolean;
}

export async function readBody(request: Request, options: BodyOptions): Promise<Body> {
  const type = parseType(request.headers.get('content-type') ?? 'application/json').name;
  const bytes = await readRequestBytes(request, {
    maxBytes,
    tooLarge,
    cutOff: () => bodyError('The body ended before it was complete'),
  });
  if (type === 'application/octet-stream' && options.isCall) {
    const text = `\\x${Buffer.from(bytes).toString('hex')}`;
    return { text, isObject: true, names: [], kind: 'text', type };
  }
  const text = toText(bytes);
  switch (type) {
    case 'application/json':
      return toJsonBody(options.isCall && text === '' ? '{}' : text, options.hasColumns, type);
    case 'text/csv': {
      const rows = parseCsv(text);
      return { ...toJsonBody(JSON.stringify(rows), false, type), names: Object.keys(rows[0] ?? {}) };
    }
    case 'application/x-www-form-urlencoded':
      return toJsonBody(JSON.stringify(Object.fromEntries(new URLSearchParams(text))), false, type);
    case 'text/plain':
    case 'text/xml':
      if (options.isCall) return { text, isObject: true, names: [], kind: 'text', type };
  }
  throw bodyError(`Content-Type not acceptable: ${type}`);
}

function toJsonBody(text: string, hasColumns: boolean, type: string): Body {
  if (hasColumns) return { text, isObject: /^\s*\{/.test(text), names: undefined, kind: 'json', type };
  const value = parseJson(text);
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    if (first === undefined) return { text: '[]', isObject: false, names: [], kind: 'json', type };
    const names = isObject(first) ? Object.keys(first) : undefined;
    if (names === undefined || !others.every((other) => hasNames(other, names)))
      throw bodyError('All object keys must match');
    return { text, isObject: false, names, kind: 'json', type };
  }
  if (isObject(value)) return { text, isObject: true, names: Object.keys(value), kind: 'json', type };
  // A bare number or string has no columns.
  return { text: '[]', isObject: false, names: [], kind: 'json', type };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bodyError('Empty or invalid json');
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasNames(value: unknown, names: string[]): boolean {
  return (
    isObject(value) &&
    Object.keys(value).length === names.length &&
    names.every((name) => Object.hasOwn(value, name))
  );
}

function toText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw bodyError('The body is not valid UTF-8');
  }
}

function tooLarge(): RestError {
  return new RestError('PGRST102', 413, `Request body too large (max ${maxBytes} bytes)`);
}

import { readRequestBytes } from './read-bytes.ts';
import { ServiceError } from './service-error.ts';

const maximumBytes = 1024 * 1024;
/** Deeper values overflow the stack when they are serialized again. */
const maximumDepth = 100;
/** It has no state between texts. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body of at most 1 MB and rejects what Postgres cannot store or what cannot be serialized again. */
export async function readJsonBody(request: Request): Promise<unknown> {
  return parseJsonText(await readText(request));
}

export function parseJsonText(text: string): unknown {
  if (isTooDeep(text)) throw badJson('the value is nested too deeply');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badJson('it is not valid JSON', error);
  }
  const fault = findUnstorable(text, value);
  if (fault !== undefined) throw badJson(fault);
  return value;
}

/** Reads a body of at most 1 MB as text. */
export async function readText(request: Request): Promise<string> {
  const bytes = await readRequestBytes(request, {
    maxBytes: maximumBytes,
    tooLarge,
    cutOff: (cause) => badJson('it ended before it was complete', cause),
  });
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw badJson('it is not valid UTF-8', error);
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 92) index += 1;
      else if (character === 34) inString = false;
    } else if (character === 34) inString = true;
    else if (character === 91 || character === 123) {
      depth += 1;
      if (depth > maximumDepth) return true;
    } else if (character === 93 || character === 125) depth -= 1;
  }
  return false;
}

/** Finds what neither Postgres nor JSON can store: NUL, half of a surrogate pair, a number beyond the largest double. */
export function findUnstorable(text: string, value: unknown): string | undefined {
  if (text.includes('\\u') && holds(value, isUnstorableText))
    return 'it contains a character that cannot be stored';
  // A number with that many digits, or with an exponent.
  if (/\d{309}|\d[eE]/.test(text) && holds(value, isInfinite))
    return 'it contains a number that is too large';
  return undefined;
}

function isUnstorableText(value: unknown): boolean {
  return typeof value === 'string' && (value.includes('\0') || !value.isWellFormed());
}

function isInfinite(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

/** Whether a value, one of its members or a member's name matches. */
function holds(value: unknown, isOfKind: (value: unknown) => boolean): boolean {
  if (Array.isArray(value)) return value.some((member) => holds(member, isOfKind));
  if (typeof value !== 'object' || value === null) return isOfKind(value);
  return Object.entries(value).some(([name, member]) => isOfKind(name) || holds(member, isOfKind));
}

function badJson(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('bad_json', 400, `Could not parse request body as JSON: ${reason}`, { cause });
}

function tooLarge(): ServiceError {
  const message = `Request body too large (max ${maximumBytes} bytes)`;
  return new ServiceError('request_entity_too_large', 413, message);
}

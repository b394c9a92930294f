import { ServiceError } from './service-error.ts';

const maximumBytes = 1024 * 1024;
/** Deeper values cannot be written out again without overflowing the stack. */
const maximumDepth = 100;
/** It keeps nothing from one text to the next. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON body of at most 1 MB, and refuses what Postgres could not store or we could not write out again. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const text = await readText(request);
  if (isTooDeep(text)) throw badJson('the value is nested too deeply');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badJson('it is not valid JSON', error);
  }
  if (text.includes('\\u')) requireStorableText(value);
  return value;
}

/** A body of at most 1 MB as text. */
export async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maximumBytes) throw tooLarge();
  const bytes = await readBytes(request);
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw badJson('it is not valid UTF-8', error);
  }
}

/** The length that a client states is a claim, so the bytes are counted as they come. */
async function readBytes(request: Request): Promise<Uint8Array> {
  // Asked first: to look at `body` makes a stream of it, which costs more than reading a short one.
  if (request.headers.has('content-length')) {
    const buffer = await request.arrayBuffer().catch((error: unknown) => {
      throw badJson('it ended before it was complete', error);
    });
    if (buffer.byteLength > maximumBytes) throw tooLarge();
    return new Uint8Array(buffer);
  }
  if (request.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(parts);
    length += value.byteLength;
    if (length > maximumBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    parts.push(value);
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

/** Postgres stores neither the NUL character nor half of a surrogate pair. */
function requireStorableText(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw badJson('it contains a character that cannot be stored');
  } else if (Array.isArray(value)) value.forEach(requireStorableText);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      requireStorableText(key);
      requireStorableText(member);
    }
  }
}

function badJson(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('bad_json', 400, `Could not parse request body as JSON: ${reason}`, { cause });
}

function tooLarge(): ServiceError {
  const message = `Request body too large (max ${maximumBytes} bytes)`;
  return new ServiceError('request_entity_too_large', 413, message);
}

import type { z } from 'zod';
import { parseShape } from '../http/parse-shape.ts';

/**
 * Validates a JSON body. A member of another type is converted where possible, as in Supabase Storage (by the rules of Ajv's
 * `coerceTypes`): clients send "60" for a number, "true" for a boolean, and one string for a list of one.
 */
export function parseBody<T>(shape: z.ZodType<T>, body: unknown): T {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const converted = structuredClone(body);
  for (const issue of result.error.issues)
    if (issue.code === 'invalid_type') convertMember(converted, issue.path, issue.expected);
  return parseShape(shape, converted);
}

function convertMember(body: unknown, path: readonly PropertyKey[], expected: string): void {
  const name = path.at(-1);
  const holder = path.slice(0, -1).reduce(memberOf, body);
  const value = name === undefined ? undefined : memberOf(holder, name);
  if (name === undefined || typeof holder !== 'object' || holder === null || value === undefined) return;
  Reflect.set(holder, name, convert(value, expected));
}

function memberOf(holder: unknown, name: PropertyKey): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}

/** Returns the value itself when it cannot be converted: the schema then reports the fault. */
function convert(value: unknown, expected: string): unknown {
  if (expected === 'array') return isScalar(value) ? [value] : value;
  const [only = value] = Array.isArray(value) && value.length === 1 ? value : [];
  if (!isScalar(only)) return value;
  switch (expected) {
    case 'number':
      return only !== '' && Number.isFinite(Number(only)) ? Number(only) : value;
    case 'boolean':
      return only === 'true' || only === 1 ? true : only === 'false' || only === 0 ? false : only;
    case 'string':
      return String(only ?? '');
    default:
      return value;
  }
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

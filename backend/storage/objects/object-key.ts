import { StorageError } from '../storage-error.ts';

/** The letters that S3 finds safe, as Supabase has it. */
const safe = /^[\w/!.*'() &$=@;:+,?-]+$/;
const maxLength = 1024;

/**
 * Throws for a name that no object can have. Files on disk are never called so; these are the names that come back in addresses, where
 * `..`, `.` and empty segments would be lost on the way.
 */
export function requireKey(key: string): void {
  const isGood =
    key.length <= maxLength &&
    safe.test(key) &&
    key.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  if (!isGood) throw new StorageError('InvalidKey', 400, `Invalid key: ${printable(key)}`);
}

function printable(key: string): string {
  return key.slice(0, 200).replace(/[^\x20-\x7e]/g, '?');
}

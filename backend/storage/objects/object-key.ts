import { StorageError } from '../storage-error.ts';

/** The characters that S3 considers safe, as in Supabase. */
const safe = /^[\w/!.*'() &$=@;:+,?-]+$/;
const maxLength = 1024;

/**
 * Throws for an invalid object name. These names do not become file names on disk; they are part of URLs, where `..`, `.` and empty
 * segments would be lost.
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

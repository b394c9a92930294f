import { unknownMimeType } from '../storage-error.ts';

/** A valid media type: `text/plain;charset=UTF-8`. */
const form = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(\s*;[\x20-\x7e]{0,200})?$/;

/** Throws for an invalid type, and for one that the bucket does not allow. */
export function requireMimeType(type: string, allowed: readonly string[] | null): void {
  if (!form.test(type)) throw unknownMimeType(type);
  if (allowed === null || allowed.length === 0) return;
  const plain = withoutParameters(type);
  const isAllowed = allowed.some((pattern) => {
    const wanted = withoutParameters(pattern);
    if (wanted === '*' || wanted === '*/*') return true;
    return wanted.endsWith('/*') ? plain.startsWith(wanted.slice(0, -1)) : plain === wanted;
  });
  if (!isAllowed) throw unknownMimeType(type);
}

export function isSendableType(type: unknown): type is string {
  return typeof type === 'string' && form.test(type);
}

export function withoutParameters(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

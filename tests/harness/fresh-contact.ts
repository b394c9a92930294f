/** For tests: an email address that no other test uses. */
export function freshEmail(name = 'someone'): string {
  return `${name}-${crypto.randomUUID().slice(0, 13)}@example.com`;
}

/** For tests: a phone number that no other test uses. */
export function freshPhone(): string {
  return `1${String(crypto.getRandomValues(new Uint32Array(1))[0]).padStart(10, '0')}`;
}

/**
 * Reads members of providers' answers, which may contain anything. A missing member, or one of another type, reads as empty, so
 * that a changed answer leads to a missing name and never to a wrong one.
 */
export function memberAt(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
        ? Reflect.get(inside, name)
        : undefined,
    value,
  );
}

export function textAt(value: unknown, ...path: string[]): string {
  const member = memberAt(value, ...path);
  return typeof member === 'string' ? member : '';
}

/** The id of an account, which some providers write as a number. */
export function idAt(value: unknown, ...path: string[]): string {
  const member = memberAt(value, ...path);
  if (typeof member === 'number') return Number.isSafeInteger(member) && member > 0 ? String(member) : '';
  return typeof member === 'string' ? member : '';
}

/** Some providers write booleans in quotes. */
export function flagAt(value: unknown, ...path: string[]): boolean {
  const member = memberAt(value, ...path);
  return member === true || member === 'true';
}

export function listAt(value: unknown, ...path: string[]): unknown[] {
  const member = memberAt(value, ...path);
  return Array.isArray(member) ? member : [];
}

export function recordAt(value: unknown, ...path: string[]): Record<string, unknown> {
  const member = memberAt(value, ...path);
  return typeof member === 'object' && member !== null && !Array.isArray(member) ? { ...member } : {};
}

/** Parses JSON and removes what Postgres cannot store: the NUL character and lone surrogates. */
export function parseProviderJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
}

import { RestError } from '../rest-error.ts';

/** The parsed Prefer header. Of two contradicting preferences the first counts. */
export interface Preferences {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined;
  representation: 'representation' | 'minimal' | 'headers-only' | undefined;
  count: 'exact' | 'planned' | 'estimated' | undefined;
  transaction: 'commit' | 'rollback' | undefined;
  missing: 'default' | 'null' | undefined;
  handling: 'strict' | 'lenient' | undefined;
  timezone: string | undefined;
  maxAffected: number | undefined;
  unknown: string[];
}

const choices = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const;

export function parsePreferences(header: string | null, mayEndTransaction: boolean): Preferences {
  const given = (header ?? '')
    .split(',')
    .map((preference) => preference.trim())
    .filter(Boolean);
  const choose = <Name extends keyof typeof choices>(
    name: Name,
  ): (typeof choices)[Name][number] | undefined => {
    const allowed: readonly (typeof choices)[Name][number][] = choices[name];
    for (const preference of given) {
      const found = allowed.find((value) => preference === `${name}=${value}`);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const after = (name: string) =>
    given.find((preference) => preference.startsWith(`${name}=`))?.slice(name.length + 1);
  const maxAffected = after('max-affected');
  return {
    resolution: choose('resolution'),
    representation: choose('return'),
    count: choose('count'),
    transaction: mayEndTransaction ? choose('tx') : undefined,
    missing: choose('missing'),
    handling: choose('handling'),
    timezone: after('timezone'),
    maxAffected:
      maxAffected !== undefined && /^\d{1,15}$/.test(maxAffected) ? Number(maxAffected) : undefined,
    unknown: given.filter((preference) => !isKnown(preference)),
  };
}

function isKnown(preference: string): boolean {
  if (/^(timezone|max-affected)=/.test(preference)) return true;
  return Object.entries(choices).some(([name, values]) =>
    values.some((value) => preference === `${name}=${value}`),
  );
}

export function requireKnown(preferences: Preferences): void {
  if (preferences.handling !== 'strict' || preferences.unknown.length === 0) return;
  throw new RestError('PGRST122', 400, 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.unknown.join(', ')}`,
  });
}

/** The value of the Preference-Applied header. */
export function toApplied(
  preferences: Preferences,
  kind: 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call',
  hasConflictTarget: boolean,
): string {
  const isWrite = kind !== 'read' && kind !== 'call';
  const { resolution, missing, representation, count, transaction, handling, timezone, maxAffected } =
    preferences;
  const applied = [
    kind === 'insert' && hasConflictTarget && resolution && `resolution=${resolution}`,
    (kind === 'insert' || kind === 'update') && missing && `missing=${missing}`,
    isWrite && representation && `return=${representation}`,
    count && `count=${count}`,
    transaction && `tx=${transaction}`,
    handling && `handling=${handling}`,
    timezone && `timezone=${timezone}`,
    (kind === 'update' || kind === 'delete' || kind === 'call') &&
      handling === 'strict' &&
      maxAffected !== undefined &&
      `max-affected=${maxAffected}`,
  ];
  return applied.filter(Boolean).join(', ');
}

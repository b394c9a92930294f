/** A moment of the front matter (`2026-11-15 08:00`, in UTC without a zone) as the value of a `datetime-local` field. */
export function toLocalInput(moment: string): string {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(moment);
  const written = moment.trim().replace(' ', 'T');
  const date = new Date(hasZone ? written : `${written.includes('T') ? written : `${written}T00:00`}Z`);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The other way round. Undefined: no moment is chosen. */
export function toMoment(localValue: string): string | undefined {
  const date = new Date(localValue);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 16).replace('T', ' ');
}

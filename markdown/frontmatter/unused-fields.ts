import { findMeantField } from './meant-field.ts';

/** Says once for each field that nothing uses how many files have it. Near misses get the name that was probably meant. */
export function describeUnusedFields(heads: Iterable<Record<string, unknown>>): string[] {
  const counts = new Map<string, number>();
  for (const extra of heads) for (const name in extra) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => {
      const nearest = findMeantField(name);
      const files = count === 1 ? '1 file has' : `${count} files have`;
      return `${files} \`${name}\`, which nothing here uses${nearest ? `: did you mean \`${nearest}\`?` : ''}`;
    });
}

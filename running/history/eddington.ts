export interface Eddington {
  /** The largest number E for which there are E days with at least E units each. */
  number: number;
  /** Days that already have the length of the next number, and how many more it takes. */
  nextDays: number;
  missingDays: number;
}

/** `unit` is the meters of a kilometer or a mile: the number differs between them. */
export function findEddington(runs: readonly { day: string; metres: number }[], unit: number): Eddington {
  const days = new Map<string, number>();
  for (const { day, metres } of runs) days.set(day, (days.get(day) ?? 0) + metres);
  const lengths = [...days.values()].map((metres) => Math.floor(metres / unit)).sort((a, b) => b - a);
  const number = lengths.filter((length, index) => length > index).length;
  const nextDays = lengths.filter((length) => length > number).length;
  return { number, nextDays, missingDays: number + 1 - nextDays };
}

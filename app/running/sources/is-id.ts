const pattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a text from an address can be the id of a stored run; the database would refuse any other. */
export function isId(text: string): boolean {
  return pattern.test(text);
}

/** The day of a sample; they are identified by it: `sample-2026-11-10`. */
export function dayOfSample(id: string): string | undefined {
  const day = /^sample-(\d{4}-\d{2}-\d{2})$/.exec(id)?.[1];
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

/** Whether a text can be the id of a run, stored or sample. */
export function isRunId(text: string): boolean {
  return isId(text) || dayOfSample(text) !== undefined;
}

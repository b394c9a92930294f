const pattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a text from an address can be the id of a stored run; the database would refuse any other. */
export function isId(text: string): boolean {
  return pattern.test(text);
}

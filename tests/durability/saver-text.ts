/** The text of a save: a part of one can be told from the whole. */
export function toSaverText(number: number): string {
  return `${number}\n${`${number} `.repeat(60_000)}\nend of ${number}\n`;
}

const maxLength = 200;

/** Text of a file as one line that can be shown: no line breaks, nothing that turns the direction of writing, not endless. */
export function toLine(text: string | undefined): string {
  const line = (text ?? '').replaceAll(/[\s\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
  const characters = line.length > maxLength ? [...line] : [];
  return characters.length > maxLength
    ? `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : line;
}

const maxNotesLength = 5000;

export function toNotes(text: string): string {
  return text.slice(0, maxNotesLength).toWellFormed().trim();
}

/**
 * How the editor splits a file into lines. A file with one kind of line end is split there; in one with several kinds only `\n` ends a line
 * and each `\r` stays a character of its line, so that every byte comes back as it was.
 */
export function findLineSeparator(text: string): '\n' | '\r\n' {
  return /\r\n/.test(text) && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';
}

/** The lines of a text, each with its line end. Joined they are the text again. */
export function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

const notInAddress = String.raw`\s\p{C}@<>()[\]\\,;:"`;
const addressPattern = new RegExp(`^[^${notInAddress}]{1,64}@[^${notInAddress}]{1,255}$`, 'u');

/**
 * Whether a mail can be sent to an address. Stricter than the standards: no quoted or commented forms, no address literals,
 * nothing that could end a line or a list in a header or an SMTP command.
 */
export function isMailAddress(address: string): boolean {
  return addressPattern.test(address);
}

/** The text on one line, for a header. */
export function toHeaderText(text: string, maxLength = 200): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}

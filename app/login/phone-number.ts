/** The number without separators; undefined when it is not a phone number. */
export function readPhoneNumber(text: string): string | undefined {
  const number = text.replace(/[\s()/.-]/g, '');
  return /^\+?[1-9]\d{5,14}$/.test(number) ? number : undefined;
}

/** The auth service stores numbers without the plus sign. */
export function showPhoneNumber(number: string): string {
  return number.startsWith('+') ? number : `+${number}`;
}

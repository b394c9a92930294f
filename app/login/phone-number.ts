/** The number without what people put between its digits; nothing when it is no number. */
export function readPhoneNumber(text: string): string | undefined {
  const number = text.replace(/[\s()/.-]/g, '');
  return /^\+?[1-9]\d{5,14}$/.test(number) ? number : undefined;
}

/** The auth service keeps numbers without the plus sign. */
export function showPhoneNumber(number: string): string {
  return number.startsWith('+') ? number : `+${number}`;
}

/** Headers that each page has when it leaves the site. A proxy in front may take them away. */
const expected = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
];

/** What is missing in the headers that the owner’s own browser got, in sentences. */
export function findHeaderFaults(headers: Pick<Headers, 'has'>, isEncrypted: boolean): string[] {
  const names = isEncrypted ? [...expected, 'strict-transport-security'] : expected;
  const missing = names.filter((name) => !headers.has(name));
  if (missing.length === 0) return [];
  return [
    `Pages reach browsers without these security headers: ${missing.join(', ')}. The site sends them, so let the proxy in front pass them on.`,
  ];
}

/** Schemes that run code, show local content or reach into the machine instead of leading to an application. */
const forbiddenSchemes = [
  'javascript',
  'data',
  'vbscript',
  'file',
  'filesystem',
  'about',
  'blob',
  'view-source',
  'intent',
  'ws',
  'wss',
  'ftp',
];
const loopback = ['localhost', '127.0.0.1', '[::1]'];
const maxLength = 2048;

/** The reason why a redirect URI is refused, or undefined. */
export function findRedirectUriFault(text: string): string | undefined {
  if (text === '') return 'it is empty';
  if (text.length > maxLength) return `it is longer than ${maxLength} characters`;
  // Parsers disagree about these characters, and the comma separates the stored redirect URIs.
  if (!/^[!-~]+$/.test(text) || /[\\,<>"`{}|^]/.test(text))
    return 'it has a character in it that must be percent-encoded';
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^/?#]/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || !URL.canParse(text)) return 'it must have a scheme and a host';
  if (forbiddenSchemes.includes(scheme)) return `the scheme ${scheme} is not allowed`;
  if (text.includes('#')) return 'it must not have a fragment';
  const host = /:\/\/([^/?#]*)/.exec(text)?.[1] ?? '';
  if (host.includes('@')) return 'it must not have a user name';
  if (scheme !== 'http' && scheme !== 'https') return undefined;
  const url = new URL(text);
  // Parsers read other notations of a host (127.1, 0x7f.1, an explicit default port) differently.
  if (host.toLowerCase() !== url.host) return `the host must be written as ${url.host}`;
  if (scheme === 'http' && !loopback.includes(url.hostname))
    return 'http is for this machine (localhost) only; use https';
  return undefined;
}

/**
 * Whether the redirect URI itself identifies the application: a domain with HTTPS does, a custom scheme or a local port does not.
 */
export function hasVerifiableOwner(redirectUri: string): boolean {
  return redirectUri.startsWith('https://');
}

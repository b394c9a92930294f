const base = 'http://site.invalid';

/** Tab, newline, `.`, `/` and `\` in percent-encoding, also when that is encoded again. */
const encoded = /%(?:25)*(09|0a|0d|2e|2f|5c)/gi;

/**
 * Whether a path can be read as the name of another host: it starts with two slashes, or does so once a browser has resolved its
 * dot segments, or a server has decoded it before a redirect. Browsers read `\` as `/` and drop tabs and newlines.
 */
export function namesAnotherHost(pathname: string): boolean {
  if (!pathname.startsWith('/')) return false;
  const decoded = pathname.replace(encoded, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return [pathname, decoded].some((path) => {
    const url = URL.parse(path, base);
    return url?.origin !== base || url.pathname.startsWith('//');
  });
}

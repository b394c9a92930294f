const base = 'http://site.invalid';

/** Tab, newline, `.`, `/` and `\` in percent-encoding, also when that is encoded again. */
const encoded = /%(?:25)*(09|0a|0d|2e|2f|5c)/gi;

/**
 * A path of this site with its query and hash, or undefined. Browsers read `//host`, `/\host` and a leading control character as another
 * host, so the answer is taken from the URL parser that will follow it, not from the spelling.
 */
export function toSafePath(path: string): string | undefined {
  const url = parsePath(path);
  // A component that decodes a path before following it must not find another host in it either.
  const decoded = url?.pathname.replace(encoded, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return url && decoded && parsePath(decoded) ? url.pathname + url.search + url.hash : undefined;
}

function parsePath(path: string): URL | undefined {
  const url = path.startsWith('/') && URL.canParse(path, base) ? new URL(path, base) : undefined;
  // `/./` and tabs can leave a path that starts with two slashes, which would be another host when followed.
  return url?.origin === base && !url.pathname.startsWith('//') ? url : undefined;
}

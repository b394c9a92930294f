/** Schemes that a link may have. Everything else that looks like a scheme is refused: `javascript:`, `data:`, `file:`. */
const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);
const PICTURE_SCHEMES = new Set(['https']);

/**
 * Browsers leave out control characters and some invisible ones inside an address: so does the check.
 * \p{C} is control, format and unassigned characters, \p{Z} all kinds of space.
 */
function withoutHidden(address: string): string {
  // Nearly all addresses are written in these.
  if (/^[!-~]*$/.test(address)) return address;
  return address.replace(/[\p{C}\p{Z}]/gu, '');
}

function findScheme(address: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(withoutHidden(address))?.[1]?.toLowerCase();
}

/** Browsers read a backslash as a slash: `/\evil.example` is another host. */
function hasHiddenHost(address: string): boolean {
  return /^[/\\]{2}/.test(withoutHidden(address)) || address.includes('\\');
}

export function isSafeLink(address: string): boolean {
  const scheme = findScheme(address);
  return scheme === undefined ? !hasHiddenHost(address) : LINK_SCHEMES.has(scheme);
}

export function isSafePicture(address: string): boolean {
  const scheme = findScheme(address);
  return scheme === undefined ? !hasHiddenHost(address) : PICTURE_SCHEMES.has(scheme);
}

export function isExternal(address: string): boolean {
  return /^https?:/i.test(address);
}

/**
 * True for an address of a file in the content folder: relative to the page, or from the content folder if it begins
 * with `/`. It becomes an address of the site when the page is read, because the page can be anywhere.
 */
export function isContentPath(address: string): boolean {
  return address !== '' && !/^[#?]/.test(address) && findScheme(address) === undefined;
}

/** Links that begin with `/` are addresses of the site already, unless they name a file. */
export function isContentLink(address: string): boolean {
  return (
    isContentPath(address) && (!address.startsWith('/') || /^[^?#]*\.(?:mdx?|html?)(?:[?#]|$)/.test(address))
  );
}

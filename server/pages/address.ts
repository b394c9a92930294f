/** Characters that a path may contain although encodeURIComponent escapes them. */
const harmless = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/** Characters that need no encoding. */
const plain = /^[\w./~-]*$/;

/** Encodes a path like browsers do. */
export function toAddress(path: string): string {
  if (plain.test(path)) return path;
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment).replace(harmless, decodeURIComponent))
    .join('/');
}

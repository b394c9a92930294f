/** What may stand in a path as it is, although encodeURIComponent would not leave it so. */
const harmless = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/** Letters that are the same in an address. */
const plain = /^[\w./~-]*$/;

/** A path in plain letters → the path of its address, as browsers write it. */
export function toAddress(path: string): string {
  if (plain.test(path)) return path;
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment).replace(harmless, decodeURIComponent))
    .join('/');
}

/** Which names the storage takes: the characters that S3 considers safe. */
const safePath = /^[\w/!.*'() &$=@;:+,?-]{1,1024}$/;
const safeBucket = /^[\w!.*'() &$=@;:+,?-]{1,100}$/;

export const nameRule = "Letters a to z, digits, spaces and ! - . * ' ( ) & $ = @ ; : + , ? _ can be used.";

/** Neither empty parts nor `.` and `..`: addresses would lose them. */
export function isFilePath(path: string): boolean {
  return safePath.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** A path with a slash at its end; the top of a bucket is empty. */
export function isFolderPath(path: string): boolean {
  return path === '' || (path.endsWith('/') && isFilePath(path.slice(0, -1)));
}

export function isBucketName(name: string): boolean {
  return safeBucket.test(name) && name.trim() === name && !/^\.+$/.test(name);
}

/** A name that the storage takes, as near to the given one as possible: `Übersicht #1.pdf` is `Ubersicht -1.pdf`. */
export function toFileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[^\w!.*'() &$=@;:+,?-]/gu, '-')
    .trim();
  return /^\.*$/.test(plain) ? 'file' : plain;
}

/** `lake.jpg` is `lake (2).jpg`, and that `lake (3).jpg`. */
export function toNextName(path: string): string {
  const [, stem = path, extension = ''] = /^(.*?[^/])(\.[^./]+)?$/.exec(path) ?? [];
  const [, before = stem, number] = /^(.*) \((\d{1,4})\)$/.exec(stem) ?? [];
  return `${before} (${Number(number ?? 1) + 1})${extension}`;
}

/** `lake.jpg` of `2026/july/lake.jpg`, and `july` of `2026/july/`. */
export function lastPart(path: string): string {
  return path.replace(/\/$/, '').split('/').at(-1) ?? '';
}

/** The folder that a file or folder is in: empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);
}

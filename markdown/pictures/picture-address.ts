/** `/pictures/<hash>/<path in the content folder>`: where a picture is found on the site. */
export interface PictureAddress {
  hash: string;
  path: string;
}

const FORM = /^\/pictures\/([0-9a-f]{10})\/(.+)$/;

export function toPictureAddress({ hash, path }: PictureAddress): string {
  return `/pictures/${hash}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Undefined for anything that is not the address of a picture, however it is spelled. */
export function parsePictureAddress(address: string): PictureAddress | undefined {
  const [, hash, encoded] = FORM.exec(address) ?? [];
  if (!hash || !encoded) return undefined;
  try {
    const parts = encoded.split('/').map(decodeURIComponent);
    const isPlain = parts.every(
      (part) => part !== '' && part !== '.' && part !== '..' && !/[/\\\0]/.test(part),
    );
    return isPlain ? { hash, path: parts.join('/') } : undefined;
  } catch {
    return undefined;
  }
}

/** How a file is shown. */
export type FileKind = 'picture' | 'text' | 'audio' | 'video' | 'other';

const textTypes =
  /^(text\/|application\/(json|xml|yaml|toml|sql|javascript|x-sh|geo\+json|ld\+json|gpx\+xml))/;
const textNames =
  /\.(txt|md|csv|tsv|json|xml|ya?ml|toml|sql|[cm]?[jt]sx?|css|html?|sh|log|ini|conf|gpx|svg)$/i;
const pictureTypes = /^image\/(png|jpeg|webp|gif|avif|svg\+xml)$/;

export function kindOf(type: string | null, path: string): FileKind {
  const plain = (type ?? '').split(';')[0]?.trim() ?? '';
  if (pictureTypes.test(plain)) return 'picture';
  if (plain.startsWith('audio/')) return 'audio';
  if (plain.startsWith('video/')) return 'video';
  return textTypes.test(plain) || textNames.test(path) ? 'text' : 'other';
}

/** Whether a small picture can be made for the list. A drawing would come in its own size. */
export function hasThumbnail(type: string | null): boolean {
  return type !== 'image/svg+xml' && pictureTypes.test(type ?? '');
}

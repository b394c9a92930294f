/** Makes a picture fit for the site: upright, without what cameras write into it, and no larger than a screen. */
import { createConcurrencyLimit } from '../../../backend/http/concurrency-limit.ts';
import { findPictureKind } from '../../../backend/storage/transform/create-pictures.ts';
import { AdminError } from '../admin-error.ts';

export interface PreparedPicture {
  bytes: Uint8Array;
  /** Of its name, by its format. */
  ending: 'jpg' | 'png' | 'webp' | 'avif' | 'gif';
  width: number;
  height: number;
}

const maxSide = 2560;
const maxPixels = 100_000_000;
const maxSeconds = 30;

export function createPreparePicture(): (bytes: Uint8Array) => Promise<PreparedPicture> {
  const limit = createConcurrencyLimit({ maxRunning: 1, queue: { maxWaiting: 20, busy } });
  return (bytes) => limit(() => prepare(bytes));
}

async function prepare(source: Uint8Array): Promise<PreparedPicture> {
  const kind = requireKind(source);
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const options = { limitInputPixels: maxPixels, failOn: 'error' } as const;
    const { pages = 1 } = await sharp(source, options).metadata();
    const isAnimated = pages > 1 && (kind === 'gif' || kind === 'webp');
    const picture = sharp(source, { ...options, animated: isAnimated }).timeout({ seconds: maxSeconds });
    // Frames cannot be turned, and no camera makes them.
    if (!isAnimated) picture.autoOrient();
    // What is not asked for is left out: EXIF, places, names, color profiles.
    const { data, info } = await picture
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toFormat(kind === 'heic' ? 'webp' : kind, kind === 'avif' ? { quality: 60 } : { quality: 85 })
      .toBuffer({ resolveWithObject: true });
    const height = isAnimated ? (info.pageHeight ?? info.height / pages) : info.height;
    return { bytes: data, ending: endings[kind], width: info.width, height };
  } catch (cause) {
    throw toRefusal(cause, kind);
  }
}

const endings = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'avif', gif: 'gif', heic: 'webp' } as const;

type Kind = keyof typeof endings;

/** By the first bytes, whatever the name says. */
function requireKind(bytes: Uint8Array): Kind {
  const kind = findPictureKind(bytes);
  if (kind !== undefined && kind !== 'tiff') return kind;
  const head = Buffer.from(bytes.subarray(0, 2000)).toString('latin1');
  if (/^....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s.test(head)) return 'heic';
  if (/<svg[\s>]/i.test(head))
    throw unsupported('An SVG can hold scripts and is not taken here. Save it as PNG or WebP.');
  throw unsupported('This is no picture that can be shown: use JPEG, PNG, WebP, AVIF or GIF.');
}

function toRefusal(cause: unknown, kind: Kind): AdminError {
  const message = cause instanceof Error ? cause.message : '';
  if (/pixel limit/i.test(message))
    return new AdminError(413, 'too-large', `This picture has more than ${maxPixels / 1e6} million pixels.`);
  if (/timeout/i.test(message)) return busy();
  if (kind === 'heic')
    return unsupported('This server cannot read HEIC. Save the picture as JPEG, or let the phone send JPEG.');
  return unsupported('This picture is damaged: it cannot be read.');
}

function unsupported(message: string): AdminError {
  return new AdminError(415, 'not-a-picture', message);
}

function busy(): AdminError {
  return new AdminError(503, 'busy', 'Too many pictures are being made. Please try again.');
}

import { AdminError } from '../admin-error.ts';
import type { AdminCall } from '../admin-route.ts';
import { encodePath, type StorageApi, toAdminError } from './storage-api.ts';

export interface WantedFile {
  bucket: string;
  path: string;
  /** A picture made smaller to fit into a square of this width. */
  width?: number | undefined;
  /** The first bytes. */
  bytes?: number | undefined;
}

/** Of a picture in its own size, where the storage makes none smaller. */
const maxPictureBytes = 5_000_000;
const pictureTypes = /^image\/(png|jpeg|webp|gif|avif|svg\+xml)$/;

/** The bytes of a file for a preview. Opened by itself, the answer is saved, and nothing in it runs. */
export async function readFile(storage: StorageApi, call: AdminCall, wanted: WantedFile): Promise<Response> {
  const response = await (wanted.width === undefined ? readStart : readPicture)(storage, call, wanted);
  if (!response.ok) throw await toAdminError(response);
  const type = response.headers.get('content-type') ?? '';
  return new Response(response.body, {
    headers: {
      'content-type': pictureTypes.test(type) ? type : 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  });
}

function readStart(storage: StorageApi, call: AdminCall, wanted: WantedFile) {
  const range = wanted.bytes === undefined ? {} : { range: `bytes=0-${wanted.bytes - 1}` };
  return storage.fetch(call, 'GET', `/object/authenticated/${encodePath(wanted.bucket, wanted.path)}`, {
    // A compressed answer would not say how long it is.
    headers: { 'accept-encoding': 'identity', ...range },
  });
}

async function readPicture(storage: StorageApi, call: AdminCall, wanted: WantedFile): Promise<Response> {
  const { bucket, path, width } = wanted;
  const size = `width=${width}&height=${width}&resize=contain`;
  const target = `/render/image/authenticated/${encodePath(bucket, path)}?${size}`;
  const small = await storage.fetch(call, 'GET', target);
  if (small.ok) return small;
  await small.body?.cancel();
  // A drawing, or a project that makes no pictures smaller.
  const whole = await readStart(storage, call, { bucket, path });
  if (whole.ok && Number(whole.headers.get('content-length') ?? 0) > maxPictureBytes) {
    await whole.body?.cancel();
    throw new AdminError(
      415,
      'no-preview',
      'This picture cannot be made smaller here. Download it to see it.',
    );
  }
  return whole;
}

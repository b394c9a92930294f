import { z } from 'zod';
import type { FileLink, UploadRequest } from '../../../app/admin/files/files-data.ts';
import { formatBytes } from '../../../app/admin/health/format-size.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminCall, AdminRoute } from '../admin-route.ts';
import { bucket, file, toTarget } from './read-query.ts';
import { encodePath, type FilesParts, type StorageApi } from './storage-api.ts';

const yearSeconds = 365 * 24 * 3600;

const upload: z.ZodType<UploadRequest> = z.object({
  bucket,
  path: file,
  bytes: z.number().int().min(0),
  type: z.string().max(200),
  replace: z.boolean(),
});
const link = z.object({
  bucket,
  path: file,
  seconds: z.number().int().min(1).max(yearSeconds),
  /** The browser saves it instead of showing it. */
  download: z.boolean().default(false),
});

/** One file: sending it, and handing it out. */
export function createFileRoutes({ storage }: FilesParts): AdminRoute[] {
  return [
    {
      method: 'POST',
      path: '/files/upload',
      async answer(call) {
        const wanted = await call.readJson(upload);
        const target = encodePath(wanted.bucket, wanted.path);
        await requireFits(storage, call, wanted);
        const headers = { 'x-upsert': String(wanted.replace) };
        const { token } = await storage.json<{ token: string }>(
          call,
          'POST',
          `/object/upload/sign/${target}`,
          {
            headers,
            body: {},
          },
        );
        await call.note('files.upload', toTarget(wanted), {
          bytes: wanted.bytes,
          ...(wanted.replace && { replace: true }),
        });
        return Response.json(
          { url: storage.address(`/object/upload/sign/${target}?token=${token}`) },
          { status: 201 },
        );
      },
    },
    {
      method: 'POST',
      path: '/files/sign',
      async answer(call) {
        const { bucket: of, path, seconds, download } = await call.readJson(link);
        const target = encodePath(of, path);
        const saved = download ? 'download=' : '';
        const { public: isPublic } = await storage.json<WireBucket>(call, 'GET', `/bucket/${encodePath(of)}`);
        if (isPublic) {
          const url = storage.address(`/object/public/${target}${saved && `?${saved}`}`);
          return Response.json({ url, isPublic } satisfies FileLink);
        }
        await call.note('files.sign', toTarget({ bucket: of, path }), { seconds });
        const { signedURL } = await storage.json<{ signedURL: string }>(
          call,
          'POST',
          `/object/sign/${target}`,
          {
            body: { expiresIn: seconds },
          },
        );
        // The storage does not encode the name in it.
        const token = signedURL.slice(signedURL.lastIndexOf('?'));
        const url = storage.address(`/object/sign/${target}${token}${saved && `&${saved}`}`);
        return Response.json({ url, isPublic } satisfies FileLink);
      },
    },
  ];
}

/** As the storage answers. */
interface WireBucket {
  public: boolean;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
}

/** The storage checks this as well, but after the bytes were sent, and without naming the limit. */
async function requireFits(storage: StorageApi, call: AdminCall, wanted: UploadRequest): Promise<void> {
  const path = `/bucket/${encodePath(wanted.bucket)}`;
  const { file_size_limit: most, allowed_mime_types: types } = await storage.json<WireBucket>(
    call,
    'GET',
    path,
  );
  if (most !== null && wanted.bytes > most)
    throw new AdminError(
      413,
      'too-large',
      `The bucket takes files of up to ${formatBytes(most)}, and this one has ${formatBytes(wanted.bytes)}.`,
    );
  const isAllowed = (types ?? []).some((allowed) => matchesType(wanted.type, allowed));
  if (types && types.length > 0 && !isAllowed)
    throw new AdminError(
      415,
      'wrong-type',
      `The bucket takes ${types.join(', ')} only, and this is ${wanted.type || 'of no known type'}.`,
    );
}

function matchesType(type: string, allowed: string): boolean {
  if (allowed === '*' || allowed === '*/*') return true;
  return allowed.endsWith('/*') ? type.startsWith(allowed.slice(0, -1)) : type.split(';')[0] === allowed;
}

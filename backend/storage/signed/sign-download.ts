import { z } from 'zod';
import { asCaller } from '../as-caller.ts';
import { requireObject } from '../object-row.ts';
import { requireKey } from '../objects/object-key.ts';
import type { Endpoint } from '../request.ts';
import { transformShape, writeTransform } from '../transform/transform.ts';

/** A hundred years: longer than any real use, and still a valid date. */
const maxExpiresIn = 100 * 365 * 24 * 3600;
const expiresIn = z.number().int().min(1).max(maxExpiresIn);

const one = z.object({ expiresIn, transform: transformShape.nullish() });
const many = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(1000) });

/** POST /object/sign/:bucket/*: creates a URL that gives access to this file for a limited time. */
export const signDownload: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const body = await request.body(one);
  requireKey(request.key);
  await asCaller(service, caller, 'storage.object.sign', (sql) =>
    requireObject(sql, request.bucket, request.key),
  );
  const url = `${request.bucket}/${request.key}`;
  const transformations = service.config.imageTransformation ? writeTransform(body.transform ?? {}) : '';
  const isPicture = transformations !== '';
  const grant = isPicture ? { url, transformations } : { url };
  const token = service.urlTokens.signDownload(grant, body.expiresIn);
  return { signedURL: `/${isPicture ? 'render/image' : 'object'}/sign/${url}?token=${token}` };
};

/** POST /object/sign/:bucket: the same for many files; files that the caller may not read are reported. */
export const signDownloads: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const { paths, expiresIn: seconds } = await request.body(many);
  const rows = await asCaller(
    service,
    caller,
    'storage.object.sign_many',
    (sql) => sql<{ name: string }[]>`
      select name from storage.objects where bucket_id = ${request.bucket} and name = any(${paths})`,
  );
  const found = new Set(rows.map(({ name }) => name));
  // Read by storage-js: keep these keys.
  return Response.json(
    paths.map((path) => {
      if (!found.has(path)) {
        const error = 'Either the object does not exist or you do not have access to it';
        return { error, path, signedURL: null };
      }
      const url = `${request.bucket}/${path}`;
      const token = service.urlTokens.signDownload({ url }, seconds);
      return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` };
    }),
  );
};

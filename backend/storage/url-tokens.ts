/** The tokens of signed URLs: they name one object and what may be done with it. */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { createKeyRing, TokenError } from '../identity/key-ring.ts';
import { notSigned, StorageError } from './storage-error.ts';

const download = z.object({
  scope: z.literal('download'),
  url: z.string(),
  exp: z.number(),
  /** Only the picture with this transformation. */
  transformations: z.string().optional(),
});

const upload = z.object({
  scope: z.literal('upload'),
  url: z.string(),
  exp: z.number(),
  owner: z.string().optional(),
  upsert: z.boolean(),
});

export type DownloadGrant = z.infer<typeof download>;
export type UploadGrant = z.infer<typeof upload>;
type Without<T, Key extends keyof T> = Omit<T, Key | 'exp'>;

export interface UrlTokens {
  signDownload(grant: Without<DownloadGrant, 'scope'>, seconds: number): string;
  signUpload(grant: Without<UploadGrant, 'scope'>, seconds: number): string;
  /** Throws when the token is not for this object and purpose. */
  requireDownload(token: string | null, url: string): DownloadGrant;
  requireUpload(token: string | null, url: string): UploadGrant;
}

/** Signed with a separate key: an access token is not accepted as a signed URL, nor the other way round. */
export function createUrlTokens(jwtSecret: string, nowSeconds: () => number): UrlTokens {
  const jwtSecretOfUrls = createHmac('sha256', jwtSecret).update('addresses of stored files').digest('hex');
  const keyRing = createKeyRing({ jwtSecret: jwtSecretOfUrls });
  const sign = (claims: object, seconds: number) => {
    const iat = Math.floor(nowSeconds());
    return keyRing.sign({ ...claims, iat, exp: iat + seconds });
  };
  const verify = <T extends { url: string }>(shape: z.ZodType<T>, token: string | null, url: string): T => {
    if (token === null || token === '') throw notSigned('Missing token');
    const grant = shape.safeParse(readClaims(token));
    if (!grant.success) throw notSigned('The token is for another purpose');
    if (grant.data.url !== url) throw notSigned();
    return grant.data;
  };
  const readClaims = (token: string) => {
    try {
      return keyRing.verify(token, nowSeconds());
    } catch (cause) {
      if (!(cause instanceof TokenError)) throw cause;
      const message =
        cause.reason === 'expired' ? '"exp" claim timestamp check failed' : 'signature verification failed';
      throw new StorageError('InvalidJWT', 400, message, { cause });
    }
  };
  return {
    signDownload: (grant, seconds) => sign({ ...grant, scope: 'download' }, seconds),
    signUpload: (grant, seconds) => sign({ ...grant, scope: 'upload' }, seconds),
    requireDownload: (token, url) => verify(download, token, url),
    requireUpload: (token, url) => verify(upload, token, url),
  };
}

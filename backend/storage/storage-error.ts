/**
 * An error that a client may see. `code` and `error` are Supabase's names, which its clients compare; the cause goes to the log. The HTTP
 * status is 400 for nearly all invalid requests, as in Supabase, and `statusCode` in the body is exact.
 */
export class StorageError extends Error {
  override name = 'StorageError';
  readonly code: string;
  /** `error` in the body. */
  readonly title: string;
  /** `statusCode` in the body. */
  readonly statusCode: number;
  readonly httpStatus: number;
  readonly headers: Record<string, string>;

  constructor(
    code: string,
    statusCode: number,
    message: string,
    more: { title?: string; httpStatus?: number; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, 'cause' in more ? { cause: more.cause } : undefined);
    this.code = code;
    this.title = more.title ?? code;
    this.statusCode = statusCode;
    this.httpStatus = more.httpStatus ?? (statusCode >= 500 ? statusCode : 400);
    this.headers = more.headers ?? {};
  }
}

export function noSuchBucket(): StorageError {
  return new StorageError('NoSuchBucket', 404, 'Bucket not found', { title: 'Bucket not found' });
}

export function noSuchObject(): StorageError {
  return new StorageError('NoSuchKey', 404, 'Object not found', { title: 'not_found' });
}

export function alreadyExists(code: 'KeyAlreadyExists' | 'BucketAlreadyExists'): StorageError {
  return new StorageError(code, 409, 'The resource already exists', { title: 'Duplicate' });
}

export function accessDenied(message: string, more: { httpStatus?: number; cause?: unknown } = {}) {
  return new StorageError('AccessDenied', 403, message, { title: 'Unauthorized', ...more });
}

export function invalidRequest(message: string, cause?: unknown): StorageError {
  return new StorageError('InvalidRequest', 400, message, { cause });
}

export function tooLarge(what = 'object'): StorageError {
  return new StorageError('EntityTooLarge', 413, `The ${what} exceeded the maximum allowed size`, {
    title: 'Payload too large',
  });
}

export function unknownMimeType(type: string): StorageError {
  return new StorageError('InvalidMimeType', 415, `mime type ${type.slice(0, 100)} is not supported`, {
    title: 'invalid_mime_type',
  });
}

export function notSigned(message = 'Invalid signature'): StorageError {
  return new StorageError('InvalidSignature', 400, message);
}

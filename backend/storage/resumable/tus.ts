/** Common handling of all requests of the resumable protocol (tus 1.0). */

import { toStorageError } from '../error-response.ts';
import type { Endpoint } from '../request.ts';
import { invalidRequest, StorageError } from '../storage-error.ts';

export const tusVersion = '1.0.0';

/** Every response names the version, and errors have their real status: clients of this protocol rely on it. */
export function tus(endpoint: (...args: Parameters<Endpoint>) => Promise<Response>): Endpoint {
  return async (request, service) => {
    try {
      if (request.headers.get('tus-resumable') !== tusVersion)
        throw new StorageError('TusError', 412, `Tus-Resumable must be ${tusVersion}`, {
          headers: { 'tus-version': tusVersion },
        });
      const response = await endpoint(request, service);
      response.headers.set('tus-resumable', tusVersion);
      return response;
    } catch (cause) {
      const error = toStorageError(cause);
      throw new StorageError(error.code, error.statusCode, error.message, {
        title: error.title,
        httpStatus: error.statusCode,
        headers: { ...error.headers, 'tus-resumable': tusVersion },
        cause,
      });
    }
  };
}

export function requireNumber(headers: Headers, name: 'upload-length' | 'upload-offset'): number {
  const text = headers.get(name) ?? '';
  if (!/^\d{1,15}$/.test(text)) throw invalidRequest(`${name} must be a number of bytes`);
  return Number(text);
}

export const offsetStream = 'application/offset+octet-stream';

/** `key dmFsdWU=,other`: keys and, in base64, their values. */
export function parseUploadMetadata(header: string | null): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of (header ?? '').split(',')) {
    const [key = '', value = ''] = pair.trim().split(' ');
    if (key !== '') pairs.set(key, Buffer.from(value, 'base64').toString('utf8'));
  }
  return pairs;
}

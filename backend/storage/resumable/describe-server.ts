import type { Endpoint } from '../request.ts';
import { tusVersion } from './tus.ts';

/** OPTIONS /upload/resumable: the supported protocol version and extensions. */
export const describeServer: Endpoint = async (_request, { config }) =>
  new Response(null, {
    status: 204,
    headers: {
      'tus-resumable': tusVersion,
      'tus-version': tusVersion,
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
      'tus-max-size': String(config.fileSizeLimit),
    },
  });

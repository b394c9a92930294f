import type { Endpoint } from '../request.ts';
import { sendFile } from '../send/send-file.ts';
import { findForCaller, findPublic } from './find-for-caller.ts';

/** GET and HEAD /object/:bucket/*, /object/authenticated/:bucket/*: downloads a file if the caller may read it. */
export const downloadObject: Endpoint = async (request, service) => {
  const { row, audience } = await findForCaller(request, service, 'storage.object.get_authenticated');
  return sendFile(request, service, row, audience);
};

/** GET and HEAD /object/public/:bucket/*: downloads a file of a public bucket, without a key. */
export const downloadPublic: Endpoint = async (request, service) =>
  sendFile(request, service, await findPublic(request, service), { kind: 'public' });

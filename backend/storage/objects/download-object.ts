import type { Endpoint } from '../request.ts';
import { sendFile } from '../send/send-file.ts';
import { findForCaller, findPublic } from './find-for-caller.ts';

/** GET and HEAD /object/:bucket/*, /object/authenticated/:bucket/*: a file for whoever may have it. */
export const downloadObject: Endpoint = async (request, service) => {
  const { row, audience } = await findForCaller(request, service, 'storage.object.get_authenticated');
  return sendFile(request, service, row, audience);
};

/** GET and HEAD /object/public/:bucket/*: a file of a public bucket, for everybody. */
export const downloadPublic: Endpoint = async (request, service) =>
  sendFile(request, service, await findPublic(request, service), { kind: 'public' });

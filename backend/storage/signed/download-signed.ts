import { requireObject } from '../object-row.ts';
import type { Endpoint } from '../request.ts';
import { sendFile } from '../send/send-file.ts';
import { notSigned } from '../storage-error.ts';

/** GET /object/sign/:bucket/*?token=…: the file that the token names. */
export const downloadSigned: Endpoint = async (request, service) => {
  const url = `${request.bucket}/${request.key}`;
  const grant = service.urlTokens.requireDownload(request.query.get('token'), url);
  // It was signed for a transformed picture, and does not allow the original.
  if (grant.transformations !== undefined) throw notSigned('The token is for another purpose');
  const row = await requireObject(service.database.sql, request.bucket, request.key);
  return sendFile(request, service, row, { kind: 'signed', seconds: grant.exp - service.nowSeconds() });
};

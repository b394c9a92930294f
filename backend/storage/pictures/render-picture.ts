import { requireObject } from '../object-row.ts';
import { findForCaller, findPublic } from '../objects/find-for-caller.ts';
import type { Endpoint } from '../request.ts';
import { parseTransform, readTransform } from '../transform/transform.ts';
import { sendPicture } from './send-picture.ts';

/** GET /render/image/authenticated/:bucket/*?width=…: renders a picture if the caller may read it. */
export const renderPicture: Endpoint = async (request, service) => {
  const transform = parseTransform(request.query);
  const { row, audience } = await findForCaller(request, service, 'storage.render.image_authenticated');
  return sendPicture(request, service, { row, audience }, transform);
};

/** GET /render/image/public/:bucket/*?width=…: a picture of a public bucket. */
export const renderPublicPicture: Endpoint = async (request, service) => {
  const transform = parseTransform(request.query);
  const row = await findPublic(request, service);
  return sendPicture(request, service, { row, audience: { kind: 'public' } }, transform);
};

/** GET /render/image/sign/:bucket/*?token=…: a picture in the form that was signed. */
export const renderSignedPicture: Endpoint = async (request, service) => {
  const url = `${request.bucket}/${request.key}`;
  const grant = service.urlTokens.requireDownload(request.query.get('token'), url);
  const row = await requireObject(service.database.sql, request.bucket, request.key);
  const audience = { kind: 'signed' as const, seconds: grant.exp - service.nowSeconds() };
  return sendPicture(request, service, { row, audience }, readTransform(grant.transformations ?? ''));
};

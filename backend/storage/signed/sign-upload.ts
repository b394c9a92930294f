import { requireBucket } from '../buckets/bucket-row.ts';
import { requireKey } from '../objects/object-key.ts';
import { requireMayStore } from '../objects/store-object.ts';
import { receiveFile } from '../objects/upload-object.ts';
import type { Endpoint } from '../request.ts';

const twoHours = 2 * 3600;

/** POST /object/upload/sign/:bucket/*: creates a URL with which this one object can be uploaded within two hours. */
export const signUpload: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const { bucket, key: name } = request;
  const upsert = request.headers.get('x-upsert') === 'true';
  requireKey(name);
  await requireBucket(service.database.sql, bucket);
  await requireMayStore(
    service,
    {
      bucket,
      name,
      owner: caller.user,
      isUpsert: upsert,
      caller,
      operation: 'storage.object.sign_upload_url',
    },
    { mimetype: 'application/octet-stream' },
  );
  const url = `${bucket}/${name}`;
  const grant = { url, upsert, ...(caller.user !== undefined && { owner: caller.user }) };
  const token = service.urlTokens.signUpload(grant, twoHours);
  return { url: `/object/upload/sign/${url}?token=${token}`, token };
};

/** PUT /object/upload/sign/:bucket/*?token=…: the upload, on behalf of the user who signed the URL. */
export const uploadSigned: Endpoint = async (request, service) => {
  const { bucket, key: name } = request;
  const { owner, upsert } = service.urlTokens.requireUpload(request.query.get('token'), `${bucket}/${name}`);
  const { Key } = await receiveFile(request, service, {
    bucket,
    name,
    owner,
    isUpsert: upsert,
    caller: undefined,
    operation: 'storage.object.upload',
  });
  return { Key };
};

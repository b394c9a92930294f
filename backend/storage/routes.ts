import type { RouteRow } from '../http/route-table.ts';
import { createBucket } from './buckets/create-bucket.ts';
import { deleteBucket } from './buckets/delete-bucket.ts';
import { emptyBucket } from './buckets/empty-bucket.ts';
import { listBuckets } from './buckets/list-buckets.ts';
import { readBucket } from './buckets/read-bucket.ts';
import { updateBucket } from './buckets/update-bucket.ts';
import { copyObject } from './objects/copy-object.ts';
import { downloadObject, downloadPublic } from './objects/download-object.ts';
import { listObjects } from './objects/list-objects.ts';
import { listObjectsV2 } from './objects/list-objects-v2.ts';
import { moveObject } from './objects/move-object.ts';
import { readInfo, readPublicInfo } from './objects/read-info.ts';
import { removeObject, removeObjects } from './objects/remove-objects.ts';
import { updateObject, uploadObject } from './objects/upload-object.ts';
import { renderPicture, renderPublicPicture, renderSignedPicture } from './pictures/render-picture.ts';
import { purgeCache } from './purge-cache.ts';
import type { Endpoint } from './request.ts';
import { continueUpload, deleteUpload, readUpload } from './resumable/continue-upload.ts';
import { createSignedUpload, createUpload } from './resumable/create-upload.ts';
import { describeServer } from './resumable/describe-server.ts';
import { downloadSigned } from './signed/download-signed.ts';
import { signDownload, signDownloads } from './signed/sign-download.ts';
import { signUpload, uploadSigned } from './signed/sign-upload.ts';

/** All routes. The first matching row answers; HEAD is answered like GET. */
export const storageRoutes: readonly RouteRow<Endpoint>[] = [
  ['GET', '/bucket', listBuckets],
  ['POST', '/bucket', createBucket],
  ['GET', '/bucket/:bucket', readBucket],
  ['PUT', '/bucket/:bucket', updateBucket],
  ['DELETE', '/bucket/:bucket', deleteBucket],
  ['POST', '/bucket/:bucket/empty', emptyBucket],

  ['POST', '/object/list/:bucket', listObjects],
  ['POST', '/object/list-v2/:bucket', listObjectsV2],
  ['POST', '/object/move', moveObject],
  ['POST', '/object/copy', copyObject],

  ['POST', '/object/upload/sign/:bucket/*', signUpload],
  ['PUT', '/object/upload/sign/:bucket/*', uploadSigned],
  ['POST', '/object/sign/:bucket', signDownloads],
  ['POST', '/object/sign/:bucket/*', signDownload],
  ['GET', '/object/sign/:bucket/*', downloadSigned],

  ['GET', '/object/public/:bucket/*', downloadPublic],
  ['GET', '/object/info/public/:bucket/*', readPublicInfo],
  ['GET', '/object/info/authenticated/:bucket/*', readInfo],
  ['GET', '/object/info/:bucket/*', readInfo],
  ['GET', '/object/authenticated/:bucket/*', downloadObject],
  ['GET', '/object/:bucket/*', downloadObject],
  ['POST', '/object/:bucket/*', uploadObject],
  ['PUT', '/object/:bucket/*', updateObject],
  ['DELETE', '/object/:bucket', removeObjects],
  ['DELETE', '/object/:bucket/*', removeObject],

  ['GET', '/render/image/authenticated/:bucket/*', renderPicture],
  ['GET', '/render/image/public/:bucket/*', renderPublicPicture],
  ['GET', '/render/image/sign/:bucket/*', renderSignedPicture],

  ['OPTIONS', '/upload/resumable', describeServer],
  ['POST', '/upload/resumable', createUpload],
  ['POST', '/upload/resumable/sign', createSignedUpload],
  ['HEAD', '/upload/resumable/:id', readUpload],
  ['PATCH', '/upload/resumable/:id', continueUpload],
  ['DELETE', '/upload/resumable/:id', deleteUpload],
  ['HEAD', '/upload/resumable/sign/:id', readUpload],
  ['PATCH', '/upload/resumable/sign/:id', continueUpload],
  ['DELETE', '/upload/resumable/sign/:id', deleteUpload],

  ['DELETE', '/cdn', purgeCache],
  ['DELETE', '/cdn/:bucket', purgeCache],
  ['DELETE', '/cdn/:bucket/*', purgeCache],
];

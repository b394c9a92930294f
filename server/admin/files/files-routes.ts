import { z } from 'zod';
import type { FilesPage } from '../../../app/admin/files/files-data.ts';
import type { AdminRoute } from '../admin-route.ts';
import type { AskBackend, AskBackendOptions } from '../ask-backend.ts';
import { createExplainRefusal } from '../explain-refusal.ts';
import { createBucketRoutes } from './bucket-routes.ts';
import { createFileRoutes } from './file-routes.ts';
import { createManyFilesRoutes } from './many-files-routes.ts';
import { readFile } from './read-file.ts';
import { bucket, file, fileOrFolder, folder, readParameter } from './read-query.ts';
import { createStorageApi, type FilesParts } from './storage-api.ts';

export interface FilesRoutesOptions {
  askBackend: AskBackend;
  backend: AskBackendOptions;
}

const pageSize = 100;
const explainRefusal = createExplainRefusal({ statuses: {} });

/** Looking after what is in the storage, with the owner's own token: see site.is_admin_request(). */
export function createFilesRoutes({ askBackend, backend }: FilesRoutesOptions): AdminRoute[] {
  const parts: FilesParts = {
    ask: (call, name, args) => askBackend<never>(call.token, name, args).catch(explainRefusal),
    storage: createStorageApi(backend),
  };
  return [
    ...createBucketRoutes(parts),
    ...createReadingRoutes(parts),
    ...createFileRoutes(parts),
    ...createManyFilesRoutes(parts),
  ];
}

function createReadingRoutes({ ask, storage }: FilesParts): AdminRoute[] {
  return [
    {
      method: 'GET',
      path: '/files/list',
      async answer(call) {
        const { query } = call;
        const args = {
          bucket: readParameter(query, 'bucket', bucket),
          folder: readParameter(query, 'folder', folder.default('')),
          search: (query.get('search') ?? '').slice(0, 200),
          after: readParameter(query, 'after', fileOrFolder.optional()),
          most: pageSize,
        };
        return Response.json(toPage(await ask<FilesPage>(call, 'admin_files', args)));
      },
    },
    {
      method: 'GET',
      path: '/files/file',
      async answer(call) {
        const number = z.coerce.number().int().min(1).optional();
        return readFile(storage, call, {
          bucket: readParameter(call.query, 'bucket', bucket),
          path: readParameter(call.query, 'path', file),
          width: readParameter(call.query, 'width', number.pipe(z.number().max(2000).optional())),
          bytes: readParameter(call.query, 'bytes', number),
        });
      },
    },
  ];
}

/** The database returns one more than a page if there are more. */
function toPage({ folders, files }: FilesPage): FilesPage {
  const shownFolders = folders.slice(0, pageSize);
  const shownFiles = files.slice(0, pageSize - shownFolders.length);
  const hasMore = folders.length + files.length > pageSize;
  const last = shownFiles.at(-1)?.path ?? shownFolders.at(-1);
  return { folders: shownFolders, files: shownFiles, ...(hasMore && last && { next: last }) };
}

import { z } from 'zod';
import type { DeletedFiles } from '../../../app/admin/files/files-data.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminCall, AdminRoute } from '../admin-route.ts';
import { badRequest } from '../serve-admin.ts';
import { type Move, moveFiles } from './move-files.ts';
import { bucket, fileOrFolder, toTarget } from './read-query.ts';
import { encodePath, type FilesParts } from './storage-api.ts';

/** A folder is moved file by file. */
const maxMoved = 500;
const maxDeleted = 1000;

const move = z.object({
  bucket,
  toBucket: bucket.optional(),
  from: fileOrFolder,
  to: fileOrFolder,
});
const removal = z.union([
  z.object({ bucket, paths: z.array(fileOrFolder).min(1).max(maxDeleted) }),
  z.object({ bucket, everything: z.literal(true) }),
]);

/** Files and folders with all that is in them: moving and deleting. */
export function createManyFilesRoutes({ ask, storage }: FilesParts): AdminRoute[] {
  const namesBelow = (call: AdminCall, of: string, path: string, most: number) =>
    ask<{ total: number; names: string[] }>(call, 'admin_file_names', {
      bucket: of,
      folder: path,
      most,
    });
  return [
    {
      method: 'POST',
      path: '/files/move',
      async answer(call) {
        const wanted = await call.readJson(move);
        const moves = await listMoves(wanted, (path) => namesBelow(call, wanted.bucket, path, maxMoved));
        const to = toTarget({ bucket: wanted.toBucket ?? wanted.bucket, path: wanted.to });
        await call.note('files.move', toTarget({ bucket: wanted.bucket, path: wanted.from }), {
          to,
          files: moves.length,
        });
        await moveFiles(storage, call, moves);
        return Response.json({ moved: moves.length });
      },
    },
    {
      method: 'POST',
      path: '/files/delete',
      asksAgain: true,
      maxBytes: 2_000_000,
      async answer(call) {
        const wanted = await call.readJson(removal);
        const { bucket: of } = wanted;
        const paths = 'paths' in wanted ? wanted.paths : [''];
        const names: string[] = [];
        let left = 0;
        for (const path of paths) {
          const room = maxDeleted - names.length;
          const found =
            path === '' || path.endsWith('/')
              ? await namesBelow(call, of, path, room)
              : { total: 1, names: [path] };
          const taken = found.names.slice(0, room);
          names.push(...taken);
          left += found.total - taken.length;
        }
        if (names.length === 0) return Response.json({ deleted: 0, left: 0 } satisfies DeletedFiles);
        const target = toTarget({ bucket: of, path: paths.length === 1 ? String(paths[0]) : '' });
        await call.note('files.delete', target, {
          files: names.length,
          names: names.slice(0, 20).map(shorten),
        });
        const gone = await storage.json<object[]>(call, 'DELETE', `/object/${encodePath(of)}`, {
          body: { prefixes: names },
        });
        return Response.json({ deleted: gone.length, left } satisfies DeletedFiles);
      },
    },
  ];
}

/** The files of a move: the one, or all of a folder. */
async function listMoves(
  { bucket: of, toBucket = of, from, to }: z.infer<typeof move>,
  namesBelow: (path: string) => Promise<{ total: number; names: string[] }>,
): Promise<Move[]> {
  if (from.endsWith('/') !== to.endsWith('/'))
    throw badRequest('to: a folder ends with a slash, and a file does not');
  if (of === toBucket && from === to) throw badRequest('to: it is there already');
  if (!from.endsWith('/')) return [{ bucket: of, toBucket, from, to }];
  if (of === toBucket && to.startsWith(from)) throw badRequest('to: a folder cannot be moved into itself');
  const { total, names } = await namesBelow(from);
  if (total === 0) throw new AdminError(404, 'not-found', 'There are no files in this folder any more.');
  if (total > maxMoved)
    throw new AdminError(
      422,
      'too-many',
      `${total} files are in this folder, and at most ${maxMoved} are moved at once. Move its folders one by one.`,
    );
  return names.map((name) => ({ bucket: of, toBucket, from: name, to: to + name.slice(from.length) }));
}

const shorten = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

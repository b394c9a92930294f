import { z } from 'zod';
import { isBucketName, isFilePath, isFolderPath, nameRule } from '../../../app/admin/files/file-names.ts';
import { AdminError } from '../admin-error.ts';

export const bucket = z
  .string()
  .refine(isBucketName, { message: `This cannot be the name of a bucket. ${nameRule}` });
export const file = z
  .string()
  .refine(isFilePath, { message: `This cannot be the name of a file. ${nameRule}` });
export const folder = z.string().refine(isFolderPath, { message: `This cannot be a folder. ${nameRule}` });
/** A file, or a folder other than the top. */
export const fileOrFolder = z
  .string()
  .refine((path) => isFilePath(path) || (path !== '' && isFolderPath(path)), {
    message: `This cannot be the name of a file or folder. ${nameRule}`,
  });

/** A member of the address, checked like one of a body. */
export function readParameter<T>(query: URLSearchParams, name: string, shape: z.ZodType<T>): T {
  const result = shape.safeParse(query.get(name) ?? undefined);
  if (result.success) return result.data;
  throw new AdminError(400, 'bad-name', `${name}: ${result.error.issues[0]?.message}`);
}

/** How the log names a file. */
export function toTarget({ bucket: of, path }: { bucket: string; path: string }): string {
  return `${of}/${path}`.slice(0, 1000);
}

import { z } from 'zod';
import { invalidRequest, StorageError, tooLarge, unknownMimeType } from '../storage-error.ts';

const units: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** The editable members of a bucket. Missing members stay unchanged. */
export const bucketShape = z.object({
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number().int().min(0), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).max(1000).nullish(),
});

export interface BucketLimits {
  file_size_limit?: number | null;
  allowed_mime_types?: string[] | null;
}

/** Only the given members are set. */
export function parseLimits(given: z.infer<typeof bucketShape>, largest: number): BucketLimits {
  const limits: BucketLimits = {};
  if (given.file_size_limit !== undefined) limits.file_size_limit = parseSize(given.file_size_limit, largest);
  if (given.allowed_mime_types !== undefined)
    limits.allowed_mime_types = given.allowed_mime_types?.filter((type) => type !== '') ?? null;
  for (const type of limits.allowed_mime_types ?? []) requireMimePattern(type);
  return limits;
}

function parseSize(size: number | string | null, largest: number): number | null {
  if (size === null || size === '') return null;
  const bytes = typeof size === 'number' ? size : parseUnits(size);
  if (bytes > largest) throw tooLarge();
  return bytes;
}

/** A number may be sent as a string. */
function parseUnits(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const [, number = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)(b|kb|mb|gb)$/i.exec(text) ?? [];
  if (number === '') throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  return Math.floor(Number(number) * (units[unit.toLowerCase()] ?? 1));
}

/** `image/png`, `image/*` or everything. */
function requireMimePattern(type: string): void {
  if (type.length > 1000 || !/^([\w.+-]+|\*)\/([\w.+-]+|\*)(;\s*charset=[\w-]+)?$|^\*$/.test(type))
    throw unknownMimeType(type);
}

/** The characters that S3 considers safe, as in Supabase. */
export function requireBucketName(name: string): void {
  const isGood = /^[\w!.*'() &$=@;:+,?-]{1,100}$/.test(name) && name.trim() === name && !/^\.+$/.test(name);
  if (!isGood)
    throw new StorageError('InvalidBucketName', 400, 'Bucket name invalid', { title: 'InvalidBucketName' });
}

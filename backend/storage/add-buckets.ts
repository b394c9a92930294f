import type { Connections } from '../../database/database.ts';
import type { ConfiguredBucket } from '../config/storage-config.ts';

/** Creates the buckets of config.toml that do not exist. An existing bucket stays unchanged: an admin may have edited it. */
export async function addBuckets(
  { sql }: Pick<Connections, 'sql'>,
  buckets: readonly ConfiguredBucket[],
): Promise<void> {
  for (const { id, public: isPublic, fileSizeLimit, allowedMimeTypes } of buckets) {
    await sql`
      insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
      values (${id}, ${id}, ${isPublic}, ${fileSizeLimit}, ${allowedMimeTypes && [...allowedMimeTypes]})
      on conflict do nothing`;
  }
}

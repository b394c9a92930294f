import { useState } from 'react';
import site from '../../../../site.config.ts';
import { formatCounted } from '../../../format/count.ts';
import { formatBytes } from '../../health/format-size.ts';
import { toFilesAddress } from '../files-address.ts';
import type { Bucket, BucketList } from '../files-data.ts';
import { BucketForm } from './bucket-form.tsx';

const fileWords = { one: 'file', other: 'files' };

/** All buckets with their share of what is stored. */
export function BucketsView({ list, onChanged }: { list: BucketList; onChanged(): void }) {
  const [isAdding, setAdding] = useState(false);
  const { buckets } = list;
  const bytes = buckets.reduce((sum, bucket) => sum + bucket.bytes, 0);
  const files = buckets.reduce((sum, bucket) => sum + bucket.files, 0);
  return (
    <>
      <div className="files-head">
        <h2 className="section-title">Buckets</h2>
        {list.can_change && !isAdding && (
          <button type="button" className="button" onClick={() => setAdding(true)}>
            New bucket
          </button>
        )}
      </div>
      {isAdding && (
        <BucketForm
          onSaved={() => {
            setAdding(false);
            onChanged();
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {buckets.length === 0 && !isAdding && <NoBuckets />}
      {buckets.length > 0 && (
        <>
          <p className="files-count">
            {formatBytes(bytes)} in {formatCounted(files, fileWords, site.language)}
          </p>
          <ul className="files-buckets">
            {buckets.map((bucket) => (
              <BucketRow key={bucket.name} bucket={bucket} total={bytes} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function BucketRow({ bucket, total }: { bucket: Bucket; total: number }) {
  const share = total > 0 ? bucket.bytes / total : 0;
  return (
    <li>
      <a href={toFilesAddress({ bucket: bucket.name })}>{bucket.name}</a>
      <span className={bucket.is_public ? 'files-public' : 'files-private'}>
        {bucket.is_public ? 'Public' : 'Private'}
      </span>
      <span className="files-size">
        {formatBytes(bucket.bytes)}, {formatCounted(bucket.files, fileWords, site.language)}
      </span>
      <span className="files-bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </li>
  );
}

function NoBuckets() {
  return (
    <div className="files-empty">
      <p>No buckets yet.</p>
      <p className="hint">
        A bucket holds files that are not part of the pages: what people upload, downloads you offer, backups
        of your own. A private bucket is read by those whom its policies name, and by the links you make. A
        public one is read by everyone who has a file’s address.
      </p>
    </div>
  );
}

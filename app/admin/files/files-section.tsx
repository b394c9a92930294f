import { useSearchParams } from 'react-router';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { AdminProblem } from '../admin-problem.tsx';
import { useAnswer } from '../use-answer.ts';
import { BucketsView } from './buckets/buckets-view.tsx';
import styles from './files.css?url';
import { readFilesPlace, toFilesAddress } from './files-address.ts';
import type { BucketList } from './files-data.ts';
import { FolderView } from './folder/folder-view.tsx';

/** `/admin/files`: the buckets of the storage; with `?bucket=` what is in one. */
export function FilesSection() {
  const [query] = useSearchParams();
  const place = readFilesPlace(query);
  const { answer, fault, again } = useAnswer<BucketList>('/files/buckets');
  const bucket = answer?.buckets.find(({ name }) => name === place.bucket);
  return (
    <div className="files">
      <link rel="stylesheet" href={styles} precedence="admin" />
      {fault && <AdminProblem fault={fault} again={again} />}
      {!answer && !fault && <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5']} />}
      {answer && !answer.can_change && (
        <p className="notice">
          This project does not let the site add its policies to the storage: you can look at buckets and
          files here, and change them in the project’s dashboard.
        </p>
      )}
      {answer && place.bucket === '' && <BucketsView list={answer} onChanged={again} />}
      {answer && bucket && (
        <FolderView
          key={bucket.name}
          place={place}
          bucket={bucket}
          buckets={answer.buckets}
          onChanged={again}
        />
      )}
      {answer && place.bucket !== '' && !bucket && (
        <div className="files-empty">
          <p>There is no bucket “{place.bucket}” any more.</p>
          <p>
            <a href={toFilesAddress()}>All buckets</a>
          </p>
        </div>
      )}
    </div>
  );
}

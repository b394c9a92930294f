import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { PageList } from './list/page-list.tsx';
import { NoticeRegion } from './notice.tsx';
import styles from './write.css?url';

const EditorPage = lazy(async () => ({ default: (await import('./editor/editor-page.tsx')).EditorPage }));

/** `/admin/write`: the files of the content folder, and with `?file=` the editor of one. */
export function WriteSection() {
  const [query] = useSearchParams();
  const file = query.get('file');
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="admin" />
      {file ? (
        <Suspense fallback={<SkeletonLines lines={['w-4/5', 'w-3/5']} />}>
          <EditorPage key={file} file={file} />
        </Suspense>
      ) : (
        <PageList />
      )}
      <NoticeRegion />
    </>
  );
}

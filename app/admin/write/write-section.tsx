import { lazy, Suspense, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { useAnswer } from '../use-answer.ts';
import type { ContentList } from './content-data.ts';
import styles from './write.css?url';
import { toEditorAddress } from './write-address.ts';

const PageList = lazy(async () => ({ default: (await import('./list/page-list.tsx')).PageList }));
const EditorPage = lazy(async () => ({ default: (await import('./editor/editor-page.tsx')).EditorPage }));

/** `/admin/write`: the files of the content folder, and with `?file=` or the `?page=` of an address the editor of one. */
export function WriteSection() {
  const [query] = useSearchParams();
  const file = query.get('file');
  const page = query.get('page');
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="admin" />
      <Suspense fallback={<SkeletonLines lines={['w-4/5', 'w-3/5']} />}>
        {file ? <EditorPage key={file} file={file} /> : page ? <FindPage address={page} /> : <PageList />}
      </Suspense>
    </>
  );
}

/** Goes on to the editor of the page at an address. */
function FindPage({ address }: { address: string }) {
  const { answer, fault } = useAnswer<ContentList>('/content/files');
  const navigate = useNavigate();
  const found = answer?.files.find((entry) => entry.address === address)?.file;
  useEffect(() => {
    if (found) navigate(toEditorAddress(found), { replace: true });
  }, [found, navigate]);
  if (!fault && (!answer || found)) return <SkeletonLines lines={['w-4/5', 'w-3/5']} />;
  return (
    <>
      {answer && (
        <p className="notice" role="status">
          The page {address} has no file of its own.
        </p>
      )}
      <PageList />
    </>
  );
}

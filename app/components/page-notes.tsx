import { useEffect, useState } from 'react';
import { useSite, useWords } from '../current-site.ts';
import { formatCounted } from '../format/count.ts';
import type { Page, PageNote } from '../page-data.ts';
import { fetchJson } from '../runtime/fetch-json.ts';

/** What is wrong with the file of the page on screen, for the owner and during development. Asked again when the page is another one. */
export function PageNotes({ path, page }: { path: string; page: Page | undefined }) {
  const { language } = useSite();
  const { owner: words, dismiss } = useWords();
  const [found, setFound] = useState<{ path: string; notes: PageNote[] }>();
  const [dismissed, setDismissed] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page at the same path is one whose file was saved.
  useEffect(() => {
    let isLeft = false;
    readNotes(path).then(
      (notes) => !isLeft && setFound({ path, notes }),
      // The page itself is not affected.
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [path, page]);
  const notes = found?.path === path ? found.notes : [];
  if (notes.length === 0 || dismissed === path) return null;
  return (
    <aside className="page-notes" aria-label={words.notes}>
      <p>
        <strong>{formatCounted(notes.length, words.note, language)}</strong>
        <span> {words.onlyYouSee}</span>
        <button type="button" aria-label={dismiss} onClick={() => setDismissed(path)}>
          ✕
        </button>
      </p>
      <ul>
        {notes.map(({ file, line, message }) => (
          <li key={`${file} ${line} ${message}`}>
            <code>{line === undefined ? file : `${file}:${line}`}</code> {message}
          </li>
        ))}
      </ul>
    </aside>
  );
}

async function readNotes(path: string): Promise<PageNote[]> {
  const { status, body } = await fetchJson('/page-notes.json', { query: { path } });
  return status === 200 ? (body as { notes: PageNote[] }).notes : [];
}

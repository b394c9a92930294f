import { useEffect, useState } from 'react';
import type { PageNote } from '../page-data.ts';
import { fetchJson } from '../runtime/fetch-json.ts';

/** What is wrong with the file of the page on screen, for the owner and during development. Loaded for nobody else. */
export default function PageNotes({ path }: { path: string }) {
  const [notes, setNotes] = useState<PageNote[]>([]);
  const [dismissed, setDismissed] = useState('');
  useEffect(() => {
    let isLeft = false;
    setNotes([]);
    readNotes(path).then(
      (found) => !isLeft && setNotes(found),
      // The page itself is not affected.
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [path]);
  if (notes.length === 0 || dismissed === path) return null;
  return (
    <aside className="page-notes" aria-label="Notes on the file of this page">
      <p>
        <strong>{notes.length === 1 ? '1 note' : `${notes.length} notes`} on this file</strong>
        <span> Only you see this.</span>
        <button type="button" aria-label="Dismiss" onClick={() => setDismissed(path)}>
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

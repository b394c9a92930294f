import { useEffect, useRef } from 'react';
import type { ShownKeys } from './api-data.ts';
import { CopyBox } from './copy-box.tsx';

/** Long enough to copy them. */
const shownForMs = 60_000;

/** Keys are in the page while this is open, and nowhere else. */
export function KeysDialog({ keys, onClose }: { keys: ShownKeys; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    const timer = setTimeout(() => current?.close(), shownForMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <dialog ref={dialog} className="admin-dialog api-keys" aria-labelledby="api-keys" onClose={onClose}>
      <h2 className="section-title" id="api-keys">
        Secret keys
      </h2>
      <p>
        They pass every policy. Keep them on servers of your own, never in a page or a repository. They are
        shown for a minute, and the log says that you looked.
      </p>
      {Object.entries(keys).map(([name, value]) => (
        <div key={name} className="api-key">
          <h3>{name}</h3>
          <CopyBox label={name} text={value} />
        </div>
      ))}
      <form method="dialog">
        <button type="submit" className="button">
          Close
        </button>
      </form>
    </dialog>
  );
}

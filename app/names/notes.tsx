import { useEffect } from 'react';
import type { NamesView } from '../../names/view.ts';
import { hrefOf } from './names-address.ts';

export function NamesProblem() {
  return (
    <p className="notice notice-fault" role="alert">
      The names cannot be loaded right now. Try again in a moment.
    </p>
  );
}

/** Lists the parts of the address that are invalid, and corrects the address in the address bar. */
export function Notes({ view: { notes, state } }: { view: NamesView }) {
  const href = hrefOf(state);
  useEffect(() => {
    const shown = location.pathname + location.search;
    if (notes.length > 0 && shown !== href) history.replaceState(history.state, '', href + location.hash);
  }, [notes, href]);
  if (notes.length === 0) return null;
  return (
    <div className="notice names-notes" role="note" aria-label="About this address">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}

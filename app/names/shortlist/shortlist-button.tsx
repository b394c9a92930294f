import { addToShortlist, removeFromShortlist } from './local-shortlist.ts';
import { readOpenList } from './open-list.ts';

interface ShortlistButtonProps {
  name: string;
  /** What is on the shortlist, from `useListed`: asked once for all buttons of a list. */
  listed: ReadonlySet<string>;
  withWords?: boolean;
}

/** Puts a name on the shortlist or takes it off again. */
export function ShortlistButton({ name, listed, withWords = false }: ShortlistButtonProps) {
  const isListed = listed.has(name);
  const words = isListed ? 'On your shortlist' : 'Add to shortlist';
  return (
    <button
      type="button"
      className="heart needs-script"
      aria-pressed={isListed}
      aria-label={withWords ? undefined : `${name}: on the shortlist`}
      onClick={() => toggle(name, isListed)}
    >
      <svg viewBox="0 0 20 18" aria-hidden="true">
        <path d="M10 16.5 2.6 9.2a4.4 4.4 0 0 1 6.2-6.3L10 4.2l1.2-1.3a4.4 4.4 0 0 1 6.2 6.3z" />
      </svg>
      {withWords && words}
    </button>
  );
}

function toggle(name: string, isListed: boolean): void {
  const { add, remove } = readOpenList() ?? { add: addToShortlist, remove: removeFromShortlist };
  if (isListed) remove(name);
  else add(name);
}

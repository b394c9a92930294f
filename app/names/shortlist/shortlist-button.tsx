import { readActiveList } from './active-list.ts';
import { addToShortlist, removeFromShortlist } from './local-shortlist.ts';

interface ShortlistButtonProps {
  name: string;
  /** The names on the shortlist, from `useListed`: read once for all buttons of a list. */
  listed: ReadonlySet<string>;
  withLabel?: boolean;
}

/** Adds a name to the shortlist or removes it. */
export function ShortlistButton({ name, listed, withLabel = false }: ShortlistButtonProps) {
  const isListed = listed.has(name);
  const label = isListed ? 'On your shortlist' : 'Add to shortlist';
  return (
    <button
      type="button"
      className="heart needs-script"
      aria-pressed={isListed}
      aria-label={withLabel ? undefined : `${name}: on the shortlist`}
      onClick={() => toggle(name, isListed)}
    >
      <svg viewBox="0 0 20 18" aria-hidden="true">
        <path d="M10 16.5 2.6 9.2a4.4 4.4 0 0 1 6.2-6.3L10 4.2l1.2-1.3a4.4 4.4 0 0 1 6.2 6.3z" />
      </svg>
      {withLabel && label}
    </button>
  );
}

function toggle(name: string, isListed: boolean): void {
  const { add, remove } = readActiveList() ?? { add: addToShortlist, remove: removeFromShortlist };
  if (isListed) remove(name);
  else add(name);
}

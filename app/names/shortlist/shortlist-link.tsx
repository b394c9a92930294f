import { shortlistId } from '../names-address.ts';
import { useListed } from './use-listed.ts';

/** A link from the top of the page to the shortlist, with the number of names. */
export function ShortlistLink() {
  const { size } = useListed();
  return (
    <p className="names-doors needs-script">
      <a href={`#${shortlistId}`}>Your shortlist{size > 0 && ` (${size})`}</a>
    </p>
  );
}

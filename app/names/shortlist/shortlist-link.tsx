import { shortlistId } from '../names-address.ts';
import { useShortlistedNames } from './use-shortlisted-names.ts';

/** A link from the top of the page to the shortlist, with the number of names. */
export function ShortlistLink() {
  const { size } = useShortlistedNames();
  return (
    <p className="names-doors needs-script">
      <a href={`#${shortlistId}`}>Your shortlist{size > 0 && ` (${size})`}</a>
    </p>
  );
}

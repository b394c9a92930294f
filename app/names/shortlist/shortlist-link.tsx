import { shortlistId } from '../names-address.ts';
import { useListed } from './use-listed.ts';

/** From the top of the page to the names one likes, with how many they are. */
export function ShortlistLink() {
  const { size } = useListed();
  return (
    <p className="names-doors needs-script">
      <a href={`#${shortlistId}`}>Your shortlist{size > 0 && ` (${size})`}</a>
    </p>
  );
}

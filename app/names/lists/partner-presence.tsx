import { useEffect, useState } from 'react';
import type { Member } from './list-content.ts';

interface PartnerPresenceProps {
  partner: Member | undefined;
  present: ReadonlySet<string>;
}

/** A page that is loaded again is gone for a moment. */
const graceMs = 2000;

/** "Ann is here", while the partner has the list open. Its place is kept free, so that nothing moves when they come and go. */
export function PartnerPresence({ partner, present }: PartnerPresenceProps) {
  const isPresent = partner !== undefined && present.has(partner.user_id);
  const [isShown, setShown] = useState(isPresent);
  useEffect(() => {
    if (isPresent) return setShown(true);
    const timer = setTimeout(() => setShown(false), graceMs);
    return () => clearTimeout(timer);
  }, [isPresent]);
  if (!partner) return null;
  const name = partner.called || 'Your partner';
  const isHere = isPresent || isShown;
  return (
    <>
      <p className="presence label" data-here={isHere || undefined} aria-hidden="true">
        <bdi>{name}</bdi>
        <span> is here</span>
      </p>
      <p className="sr-only" role="status">
        {isHere && `${name} is here.`}
      </p>
    </>
  );
}

import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { namesPath, shortlistId } from '../names-address.ts';

export interface InvitationState {
  /** Empty without a link. */
  token: string;
  /** How often somebody has joined by one since the page was opened. */
  joined: number;
  onJoined(): void;
}

/** The link into a list that the visitor has come with. Its token stands behind the `#`, which browsers send to nobody. */
export function useInvitation(): InvitationState {
  const { hash } = useLocation();
  const [token, setToken] = useState('');
  const [joined, setJoined] = useState(0);
  // Read after hydration: the server never sees it. Kept when the visitor goes on to look at a name.
  useEffect(() => {
    const found = /^#join=([0-9a-f]{16,128})$/.exec(hash)?.[1];
    if (found) setToken(found);
  }, [hash]);
  return {
    token,
    joined,
    onJoined() {
      history.replaceState(history.state, '', `${location.pathname}${location.search}#${shortlistId}`);
      setToken('');
      setJoined(joined + 1);
      document.getElementById(shortlistId)?.scrollIntoView();
    },
  };
}

export function toInvitationHash(token: string): string {
  return `#join=${token}`;
}

export function toInvitationLink(token: string): string {
  return location.origin + namesPath + toInvitationHash(token);
}

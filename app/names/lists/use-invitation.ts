import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { namesPath, shortlistId } from '../names-address.ts';

export interface InvitationState {
  /** Empty without a link. */
  token: string;
  /** The number of lists that the user has joined since the page was opened. */
  joined: number;
  onJoined(): void;
}

/** The invitation link that the visitor opened. Its token is in the fragment, which browsers send to no server. */
export function useInvitation(): InvitationState {
  const { hash } = useLocation();
  const [token, setToken] = useState('');
  const [joined, setJoined] = useState(0);
  // Read after hydration, because the server never sees the fragment. It is kept when the visitor opens a name.
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

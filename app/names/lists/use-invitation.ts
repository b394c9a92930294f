import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The token of a link into a list. It stands behind the `#`, which browsers send to nobody. */
export function useInvitation(): { token: string; forget(): void } {
  const { hash } = useLocation();
  const [token, setToken] = useState('');
  // Read after hydration: the server never sees it.
  useEffect(() => {
    const found = /^#join=([0-9a-f]{16,128})$/.exec(hash)?.[1];
    if (found) setToken(found);
  }, [hash]);
  return {
    token,
    forget() {
      history.replaceState(history.state, '', location.pathname + location.search);
      setToken('');
    },
  };
}

export function toInvitationLink(token: string): string {
  return `${location.origin}/baby-names#join=${token}`;
}

import { useEffect, useRef, useState } from 'react';
import { fetchJson } from '../runtime/fetch-json.ts';
import { isStaticSite } from '../runtime/static-site.ts';
import { loadClient } from '../session/client.ts';

export interface OwnerLink {
  /** Whether the page was opened with the link of the terminal, and it has not been refused. */
  isOpen: boolean;
  fault: string | undefined;
  /** Reads the secret from the address and removes it there. Returns whether this page has one. */
  take(): boolean;
  /** Makes the signed-in user the owner. Resolves to whether that has worked. */
  claim(): Promise<boolean>;
}

const path = '/_owner';

const refusals: Record<string, string> = {
  taken: 'This site has an owner already, so the link no longer works.',
  wrong: 'This link is not right. Please open the one that the terminal shows where the site was started.',
  unconfirmed: 'Please confirm your email address first, and then open the link again.',
  'signed-out': 'Please sign in first, and then open the link again.',
};

/** The link that the start of a site without an owner prints: `/login#owner=…`. The secret stays in the memory of this page. */
export function useOwnerLink(): OwnerLink {
  const secret = useRef<string>(undefined);
  const [isOpen, setOpen] = useState(false);
  const [fault, setFault] = useState<string>();

  return {
    isOpen,
    fault,
    take() {
      const found = /^#owner=([\w-]+)$/.exec(location.hash)?.[1];
      if (found === undefined) return secret.current !== undefined;
      secret.current = found;
      setOpen(true);
      history.replaceState(history.state, '', location.pathname + location.search);
      return true;
    },
    async claim() {
      if (secret.current === undefined) return false;
      setFault(undefined);
      const result = await sendSecret(secret.current);
      if (result === 'owner') return true;
      if (result === 'taken' || result === 'wrong') {
        secret.current = undefined;
        setOpen(false);
      }
      setFault(refusals[result] ?? 'That did not work. Please wait a minute and try again.');
      return false;
    },
  };
}

async function sendSecret(secret: string): Promise<string> {
  try {
    const { auth } = await loadClient();
    // Renews an old session first: the server reads its cookie.
    await auth.getSession();
    const { body } = await fetchJson(path, { method: 'POST', body: { secret } });
    const { result } = Object(body);
    // The mark is in the next token.
    if (result === 'owner') await auth.refreshSession();
    return String(result);
  } catch (error) {
    console.warn('The link of the owner could not be used.', error);
    return 'no answer';
  }
}

/** Whether the site waits for its owner. The server tells only this machine. */
export function useNeedsOwner(): boolean {
  const [needsOwner, setNeedsOwner] = useState(false);
  useEffect(() => {
    if (isStaticSite() || !/^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)) return;
    let left = false;
    fetchJson(path).then(
      ({ body }) => left || setNeedsOwner(Object(body).needsOwner === true),
      (error: unknown) => console.warn('Whether the site has an owner could not be read.', error),
    );
    return () => {
      left = true;
    };
  }, []);
  return needsOwner;
}

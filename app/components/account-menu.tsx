import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useMatches } from 'react-router';
import { useHosting, useSite, useWords } from '../current-site.ts';
import { isGuarded } from '../guard/rules.ts';
import { whileSigningOut } from '../guard/signing-out.ts';
import type { Page, RouteName } from '../page-data.ts';
import { isStaticSite } from '../runtime/static-site.ts';
import { loadClient, sessionStore } from '../session/client.ts';
import { isOwner } from '../session/owner.ts';
import { readStoredUser } from '../session/stored-user.ts';
import { readName } from '../session/user-name.ts';

/**
 * The link to sign in, or the menu of the account. The HTML is the same for every visitor: CSS shows one of the two, and the menu is filled
 * in the browser. It is a `<details>`, so that it opens before React is there.
 */
export function AccountMenu() {
  return useHosting().hasAccounts && <SessionTool />;
}

function SessionTool() {
  const words = useWords();
  const site = useSite();
  const { pathname, key } = useLocation();
  const signInLink = useRef<HTMLAnchorElement>(null);
  const { menu, ...handlers } = useDropdown(key);
  const shown = useShownUser(handlers.isOpen);

  async function signOut() {
    try {
      const { auth } = await loadClient();
      const leave = () => auth.signOut({ scope: 'local' });
      const isLeft = isGuarded(pathname, site);
      await (isLeft ? whileSigningOut(pathname, leave) : leave());
      close(menu.current);
      if (!isLeft) signInLink.current?.focus();
    } catch (error) {
      // The client could not be loaded: that page says so.
      console.error(error);
      location.assign('/account');
    }
  }

  return (
    <div className="session-tool">
      <a className="sign-in-link" href={site.signIn.login} ref={signInLink}>
        {words.signIn}
      </a>
      <details
        className="account-menu"
        ref={menu}
        onToggle={handlers.onToggle}
        onKeyDown={handlers.onKeyDown}
        onBlur={handlers.onBlur}
      >
        <summary>
          {words.account}
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d="m2 4 4 4 4-4" />
          </svg>
        </summary>
        <div className="account-panel">
          <p>
            {words.signedInAs} <strong>{shown?.name}</strong>
          </p>
          <a href="/account" aria-current={pathname === '/account' ? 'page' : undefined}>
            {words.accountSettings}
          </a>
          {shown?.isOwner && <OwnerLinks pathname={pathname} />}
          <button type="button" onClick={signOut}>
            {words.signOut}
          </button>
        </div>
      </details>
    </div>
  );
}

/** The pages that are written in a file. */
const written: RouteName[] = ['index', 'about', 'article'];

function OwnerLinks({ pathname }: { pathname: string }) {
  const words = useWords();
  const page = useMatches().at(-1)?.loaderData as Page | undefined;
  const toAdmin = (
    <>
      {page && written.includes(page.route) && (
        <a href={`/admin/write?page=${pathname}`}>{words.owner.editPage}</a>
      )}
      <a href="/admin" aria-current={pathname === '/admin' ? 'page' : undefined}>
        {words.owner.admin}
      </a>
    </>
  );
  if (isStaticSite()) return null;
  return (
    <>
      {!('noAdmin' in document.documentElement.dataset) && toAdmin}
      <a href="/stats" aria-current={pathname === '/stats' ? 'page' : undefined}>
        {words.stats}
      </a>
    </>
  );
}

/** A `<details>` that closes on Escape, when the focus or the pointer goes elsewhere, and when a link was followed. */
function useDropdown(locationKey: string) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);

  // It may have been opened before React was there.
  useEffect(() => setOpen(menu.current?.open === true), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu was opened at the location before.
  useEffect(() => () => close(menu.current), [locationKey]);
  useEffect(() => {
    if (!isOpen) return;
    const onPointer = ({ target }: PointerEvent) => {
      if (!menu.current?.contains(target as Node)) close(menu.current);
    };
    addEventListener('pointerdown', onPointer);
    return () => removeEventListener('pointerdown', onPointer);
  }, [isOpen]);

  return {
    menu,
    isOpen,
    onToggle: () => setOpen(menu.current?.open === true),
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return;
      close(menu.current);
      menu.current.querySelector('summary')?.focus();
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) close(menu.current);
    },
  };
}

function close(menu: HTMLDetailsElement | null): void {
  if (menu) menu.open = false;
}

interface ShownUser {
  name: string;
  isOwner: boolean;
}

/** Read when the menu is opened: the session may have changed in another tab. */
function useShownUser(isOpen: boolean): ShownUser | undefined {
  const [shown, setShown] = useState<ShownUser>();
  useLayoutEffect(() => {
    if (!isOpen) return;
    const read = () => setShown(describe());
    read();
    return sessionStore.subscribe(read);
  }, [isOpen]);
  return isOpen ? shown : undefined;
}

function describe(): ShownUser | undefined {
  const user = readStoredUser();
  if (!user) return undefined;
  return {
    name: readName(user) || user.email || (user.phone ? `+${user.phone}` : ''),
    isOwner: isOwner(user),
  };
}

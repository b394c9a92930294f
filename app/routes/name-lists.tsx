import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Breadcrumbs } from '../components/breadcrumbs.tsx';
import { PageSection } from '../components/page-section.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { WidgetBoundary } from '../components/widget-boundary.tsx';
import { useHosting } from '../current-site.ts';
import { useExplorerHref } from '../names/explorer-address.ts';
import { findInvitation } from '../names/lists/invitation-link.ts';
import { listsPath } from '../names/names-address.ts';
import { LocalList } from '../names/shortlist/local-list.tsx';
import { SignInLink } from '../names/shortlist/sign-in-link.tsx';
import { useUser } from '../session/use-session.ts';

/** Loaded only for signed-in users and for visitors with a link, because they need the backend's client. */
const ListsOverview = lazy(() =>
  import('../names/lists/lists-overview.tsx').then((module) => ({ default: module.ListsOverview })),
);
const ListPage = lazy(() =>
  import('../names/lists/list-page.tsx').then((module) => ({ default: module.ListPage })),
);
const InvitationPanel = lazy(() =>
  import('../names/lists/invitation-panel.tsx').then((module) => ({ default: module.InvitationPanel })),
);

const waiting = <SkeletonLines lines={['w-2/5', 'w-3/5', 'w-1/2']} />;

/** `/baby-names/lists`: the shortlist of this browser, or the lists of a signed-in user; and the page of one list below it. */
export function Component() {
  const { pathname } = useLocation();
  const id = pathname.slice(listsPath.length + 1);
  return id === '' ? <AllLists /> : <OneList key={id} id={id} />;
}

interface FrameProps {
  title: string;
  trail?: { title: string; path: string }[];
  standfirst?: ReactNode;
  children: ReactNode;
}

function Frame({ title, trail = [], standfirst, children }: FrameProps) {
  return (
    <div className="frame axis">
      <header className="axis article-head">
        <Breadcrumbs trail={[{ title: 'Baby names', path: useExplorerHref() }, ...trail]} />
        <h1 className="title">
          <bdi>{title}</bdi>
        </h1>
        {standfirst && <p className="standfirst">{standfirst}</p>}
      </header>
      <div className="axis needs-script names-lists">
        <WidgetBoundary>
          <Suspense fallback={waiting}>{children}</Suspense>
        </WidgetBoundary>
      </div>
      <noscript>
        <p className="notice">Lists of names need JavaScript.</p>
      </noscript>
    </div>
  );
}

function AllLists() {
  const user = useUser();
  const token = useInvitation();
  const { hasAccounts } = useHosting();
  return (
    <Frame
      title="Your lists"
      standfirst={
        <>
          The names you like, in one place.{' '}
          {hasAccounts && 'Two people can share a list: each votes alone, and you both see where you agree.'}
        </>
      }
    >
      {token !== '' && hasAccounts && <InvitationPanel token={token} user={user} />}
      {user === undefined && waiting}
      {user === null && (
        <PageSection title="Your shortlist">
          <LocalList />
        </PageSection>
      )}
      {user && <ListsOverview key={`${user.id} ${token}`} user={user} isInvited={token !== ''} />}
    </Frame>
  );
}

function OneList({ id }: { id: string }) {
  const user = useUser();
  const [title, setTitle] = useState('Your list');
  const { hasAccounts } = useHosting();
  return (
    <Frame title={title} trail={[{ title: 'Your lists', path: listsPath }]}>
      {user === undefined && waiting}
      {user === null && (
        <p>
          {hasAccounts ? (
            <>
              <SignInLink /> to open this list. Only the one or two people it belongs to can see it.
            </>
          ) : (
            'Shared lists need an account, and this site has none.'
          )}
        </p>
      )}
      {user && <ListPage key={user.id} id={id} user={user} onTitle={setTitle} />}
    </Frame>
  );
}

/** The token of the invitation link that the visitor opened; empty without one. Read after hydration: the server never sees the fragment. */
function useInvitation(): string {
  const { hash } = useLocation();
  const [token, setToken] = useState('');
  useEffect(() => setToken(findInvitation(hash) ?? ''), [hash]);
  return token;
}

import { lazy, Suspense } from 'react';
import { useUser } from '../session/use-session.ts';
import { listsPath } from './names-address.ts';
import { useShortlistedNames } from './shortlist/use-shortlisted-names.ts';

/** Loaded only for signed-in users, because it needs the backend's client. */
const ActiveListLink = lazy(() =>
  import('./lists/active-list-link.tsx').then((module) => ({ default: module.ActiveListLink })),
);

/** Leads to the shortlist, or to the list of a signed-in user, which stays open here so that the hearts add to it. */
export function ListsLink() {
  const user = useUser();
  const { size } = useShortlistedNames();
  const local = (
    <a className="needs-script" href={listsPath}>
      Your shortlist{size > 0 && ` (${size})`}
    </a>
  );
  if (!user) return local;
  return (
    <Suspense fallback={local}>
      <ActiveListLink key={user.id} user={user} />
    </Suspense>
  );
}

import type { User } from '@supabase/supabase-js';
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import styles from '../admin/admin.css?url';
import { adminPages } from '../admin/admin-paths.ts';
import { identityQuestion } from '../admin/identity-question.ts';
import { NoticeRegion } from '../admin/notice.tsx';
import { OverviewSection } from '../admin/overview-section.tsx';
import { NotOwner } from '../components/not-owner.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { isOwner } from '../session/owner.ts';
import { useUser } from '../session/use-session.ts';

/** Each section is a chunk of its own. */
const sections: Record<string, ComponentType> = {
  '/admin': OverviewSection,
  '/admin/write': lazy(async () => ({
    default: (await import('../admin/write/write-section.tsx')).WriteSection,
  })),
  '/admin/people': lazy(async () => ({
    default: (await import('../admin/people/people-section.tsx')).PeopleSection,
  })),
  '/admin/tables': lazy(async () => ({
    default: (await import('../admin/tables/tables-section.tsx')).TablesSection,
  })),
  '/admin/sql': lazy(async () => ({ default: (await import('../admin/sql/sql-section.tsx')).SqlSection })),
  '/admin/files': lazy(async () => ({
    default: (await import('../admin/files/files-section.tsx')).FilesSection,
  })),
  '/admin/api': lazy(async () => ({ default: (await import('../admin/api/api-section.tsx')).ApiSection })),
  '/admin/health': lazy(async () => ({
    default: (await import('../admin/health/health-section.tsx')).HealthSection,
  })),
  '/admin/settings': lazy(async () => ({
    default: (await import('../admin/settings/settings-section.tsx')).SettingsSection,
  })),
  '/admin/log': lazy(async () => ({ default: (await import('../admin/log-section.tsx')).LogSection })),
};

const ConfirmIdentity = lazy(async () => ({
  default: (await import('../admin/confirm-identity.tsx')).ConfirmIdentity,
}));

/** `/admin`: guarded, for the owner. The server decides; here it is only what is shown. */
export function Component() {
  const user = useUser();
  const { pathname } = useLocation();
  const shown = adminPages.find(({ path }) => path === pathname);
  return (
    <div className="frame admin" aria-busy={!user}>
      <link rel="stylesheet" href={styles} precedence="admin" />
      <h1 className="title">{pathname === '/admin' ? 'Admin' : shown?.title}</h1>
      {user && !isOwner(user) ? (
        <NotOwner email={user.email} only="use this page" />
      ) : (
        <Sections user={user} path={pathname} />
      )}
    </div>
  );
}

function Sections({ user, path }: { user: User | null | undefined; path: string }) {
  const Section = sections[path];
  const waiting = (
    <div className="admin-section">
      <SkeletonLines lines={['w-4/5', 'w-3/5']} />
    </div>
  );
  return (
    <>
      <nav className="admin-nav" aria-label="Admin">
        {adminPages.map((page) => (
          <a key={page.path} href={page.path} aria-current={page.path === path ? 'page' : undefined}>
            {page.title}
          </a>
        ))}
      </nav>
      {user && Section ? (
        <Suspense fallback={waiting}>
          <div className="admin-section">
            <Section />
          </div>
        </Suspense>
      ) : (
        waiting
      )}
      <NoticeRegion />
      {user && <Question user={user} />}
    </>
  );
}

/** Asked by a call that the server would not answer otherwise. */
function Question({ user }: { user: User }) {
  const question = useSyncExternalStore(identityQuestion.subscribe, identityQuestion.read, () => undefined);
  return question ? (
    <Suspense>
      <ConfirmIdentity user={user} question={question} />
    </Suspense>
  ) : null;
}

import { type ComponentType, lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import styles from '../admin/admin.css?url';
import { adminPages } from '../admin/admin-paths.ts';
import { SkeletonLines } from '../components/skeleton.tsx';
import { isOwner } from '../session/owner.ts';
import { useUser } from '../session/use-session.ts';

const sections: Record<string, ComponentType> = {
  '/admin/write': lazy(async () => ({
    default: (await import('../admin/write/write-section.tsx')).WriteSection,
  })),
  '/admin/people': lazy(async () => ({
    default: (await import('../admin/people/people-section.tsx')).PeopleSection,
  })),
};

/** `/admin`: guarded, for the owner. Each section is a chunk of its own. */
export function Component() {
  const user = useUser();
  const { pathname } = useLocation();
  const Section = sections[pathname];
  const waiting = <SkeletonLines lines={['w-4/5', 'w-3/5']} />;
  return (
    <div className="frame axis admin" aria-busy={!user}>
      <link rel="stylesheet" href={styles} precedence="admin" />
      <h1 className="title">Admin</h1>
      <nav className="admin-nav" aria-label="Admin">
        {adminPages.map(({ path, title }) => (
          <a key={path} className="choice" href={path} aria-current={path === pathname ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {isOwner(user) && Section ? (
        <Suspense fallback={waiting}>
          <Section />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}

import { DataSection } from '../account/data-section.tsx';
import { EmailSection } from '../account/email-section.tsx';
import { FactorsSection } from '../account/factors-section.tsx';
import { IdentitiesSection } from '../account/identities-section.tsx';
import { PasskeysSection } from '../account/passkeys-section.tsx';
import { PasswordSection } from '../account/password-section.tsx';
import { ProfileSection } from '../account/profile-section.tsx';
import { SessionsSection } from '../account/sessions-section.tsx';
import { PageSection } from '../components/page-section.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { useBackendSettings } from '../login/backend-settings.ts';
import { useUser } from '../session/use-session.ts';

/** What stands here until it is known who is looking: the page's parts without anything in them. */
const parts = [
  { title: 'Profile', lines: ['w-2/5', 'w-3/5'] },
  { title: 'E-mail', lines: ['w-3/5', 'w-1/3'] },
  { title: 'Password', lines: ['w-3/5'] },
  { title: 'Second factor', lines: ['w-1/2'] },
  { title: 'Linked accounts', lines: ['w-2/5', 'w-2/5'] },
  { title: 'Sessions', lines: ['w-4/5', 'w-3/5'] },
  { title: 'Your data', lines: ['w-1/2'] },
];

/** `/account`: guarded. */
export function Component() {
  const user = useUser();
  const { providers, passkeys } = useBackendSettings();
  return (
    <div className="frame axis" aria-busy={!user}>
      <h1 className="title">Account</h1>
      {user ? (
        <>
          <ProfileSection key={`profile ${user.id}`} user={user} />
          <EmailSection user={user} />
          <PasswordSection account={user.email ?? ''} />
          <FactorsSection />
          {passkeys && <PasskeysSection />}
          <IdentitiesSection providers={providers} />
          <SessionsSection />
          <DataSection user={user} />
        </>
      ) : (
        parts.map(({ title, lines }) => (
          <PageSection key={title} title={title}>
            <SkeletonLines lines={lines} />
          </PageSection>
        ))
      )}
    </div>
  );
}

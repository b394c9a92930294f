import type { ReactNode } from 'react';
import { DataSection } from '../account/data-section.tsx';
import { EmailSection } from '../account/email-section.tsx';
import { FactorsSection } from '../account/factors-section.tsx';
import { IdentitiesSection } from '../account/identities-section.tsx';
import { PasskeysSection } from '../account/passkeys-section.tsx';
import { PasswordSection } from '../account/password-section.tsx';
import { PhoneSection } from '../account/phone-section.tsx';
import { ProfileSection } from '../account/profile-section.tsx';
import { SessionsSection } from '../account/sessions-section.tsx';
import { SignedInLine } from '../account/signed-in-line.tsx';
import { PageSection } from '../components/page-section.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { useKnownSettings } from '../login/backend-settings.ts';
import { useFreshUser } from '../session/use-fresh-user.ts';

/**
 * `/account`: guarded. All sections are empty until the user, their current data and the backend's settings are known: a section that
 * appeared before those above it would move away under the pointer.
 */
export function Component() {
  const settings = useKnownSettings();
  const fresh = useFreshUser();
  const user = settings && fresh;
  return (
    <div className="frame axis" aria-busy={!user}>
      <h1 className="title">Account</h1>
      <div className="mt-s">{user ? <SignedInLine user={user} /> : <SkeletonLines lines={['w-1/2']} />}</div>
      <AccountSection title="Profile" lines={['w-2/5', 'w-3/5']}>
        {user && <ProfileSection key={user.id} user={user} />}
      </AccountSection>
      <AccountSection title="E-mail" lines={['w-3/5', 'w-1/3']}>
        {user && <EmailSection user={user} />}
      </AccountSection>
      {settings?.phone && user && <PhoneSection user={user} />}
      <AccountSection title="Password" lines={['w-3/5']}>
        {user && <PasswordSection account={user.email ?? ''} />}
      </AccountSection>
      <AccountSection title="Second factor" lines={['w-1/2']}>
        {user && <FactorsSection />}
      </AccountSection>
      {settings?.passkeys && user && <PasskeysSection />}
      <AccountSection title="Linked accounts" lines={['w-2/5', 'w-2/5']}>
        {user && <IdentitiesSection providers={settings?.providers ?? []} />}
      </AccountSection>
      <AccountSection title="Sessions" lines={['w-4/5', 'w-3/5']}>
        {user && <SessionsSection user={user.id} />}
      </AccountSection>
      <AccountSection title="Your data" lines={['w-1/2']}>
        {user && <DataSection user={user} />}
      </AccountSection>
    </div>
  );
}

function AccountSection({ title, lines, children }: { title: string; lines: string[]; children: ReactNode }) {
  return (
    children || (
      <PageSection title={title}>
        <SkeletonLines lines={lines} />
      </PageSection>
    )
  );
}

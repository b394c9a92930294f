import { type ReactNode, useRef } from 'react';
import { DeleteAccountRow } from '../account/delete-account-row.tsx';
import { DownloadRow } from '../account/download-row.tsx';
import { EmailRow } from '../account/email-row.tsx';
import { FactorsSection } from '../account/factors-section.tsx';
import { IdentitiesRow } from '../account/identities-row.tsx';
import { NameRow } from '../account/name-row.tsx';
import { PasskeysRow } from '../account/passkeys-row.tsx';
import { PasswordRow } from '../account/password-row.tsx';
import { PhoneRow } from '../account/phone-row.tsx';
import { SessionsSection } from '../account/sessions-section.tsx';
import { SignOutEverywhereRow } from '../account/sign-out-everywhere-row.tsx';
import { SignedInLine } from '../account/signed-in-line.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { TableOfContents } from '../components/table-of-contents.tsx';
import { useKnownSettings } from '../login/backend-settings.ts';
import { useFreshUser } from '../session/use-fresh-user.ts';
import { readName } from '../session/user-name.ts';

const sections = [
  { id: 'profile', text: 'Profile', depth: 2 },
  { id: 'signing-in', text: 'Signing in', depth: 2 },
  { id: 'second-factor', text: 'Second factor', depth: 2 },
  { id: 'sessions', text: 'Sessions', depth: 2 },
  { id: 'your-data', text: 'Your data', depth: 2 },
  { id: 'danger-zone', text: 'Danger zone', depth: 2 },
];

/**
 * `/account`: guarded. All sections are empty until the user, their current data and the backend's settings are known: a section that
 * appeared before those above it would move away under the pointer.
 */
export function Component() {
  const settings = useKnownSettings();
  const fresh = useFreshUser();
  const user = settings && fresh;
  const name = user && readName(user);
  const downloading = useRef<Promise<boolean>>(undefined);
  const contents: Record<string, ReactNode> = user
    ? {
        profile: (
          <>
            <NameRow user={user} />
            <EmailRow user={user} />
            {settings.phone && <PhoneRow user={user} />}
          </>
        ),
        'signing-in': (
          <>
            <PasswordRow account={user.email ?? ''} />
            {settings.passkeys && <PasskeysRow />}
            <IdentitiesRow providers={settings.providers} />
          </>
        ),
        'second-factor': <FactorsSection />,
        sessions: <SessionsSection user={user.id} />,
        'your-data': <DownloadRow downloading={downloading} />,
        'danger-zone': (
          <div className="danger-zone">
            <SignOutEverywhereRow />
            <DeleteAccountRow user={user} downloading={downloading} />
          </div>
        ),
      }
    : {};
  return (
    <div className="frame axis" aria-busy={!user}>
      <h1 className="title break-words">{name ? `Hello, ${name}` : 'Account'}</h1>
      <div className="mt-s">{user ? <SignedInLine user={user} /> : <SkeletonLines lines={['w-1/2']} />}</div>
      <div className="axis account-body" key={user?.id}>
        <TableOfContents entries={sections} />
        <div className="min-w-0">
          {sections.map(({ id, text }) => (
            <section key={id} className="account-section" aria-labelledby={id}>
              <h2 className="section-title" id={id}>
                {text}
              </h2>
              {contents[id] ?? <SkeletonLines lines={['w-4/5', 'w-3/5']} />}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

import { expect, test } from 'vitest';
import { describeEvent } from './describe-event.ts';
import type { PersonEvent } from './people-data.ts';

const event: PersonEvent = {
  id: '1',
  at: '2026-11-18T12:00:00Z',
  action: 'login',
  ip: null,
  provider: null,
  by: null,
};

test.each<[Partial<PersonEvent>, string | undefined]>([
  [{}, 'Signed in'],
  [{ provider: 'email' }, 'Signed in with the email address'],
  [{ provider: 'phone' }, 'Signed in with the phone number'],
  [{ provider: 'github' }, 'Signed in with GitHub'],
  [{ action: 'user_signedup', provider: 'google' }, 'Signed up with Google'],
  [{ action: 'user_signedup', by: 'service_role', provider: 'email' }, 'Account created, by service_role'],
  [{ action: 'user_modified', by: 'ada@example.com' }, 'Account changed, by ada@example.com'],
  [{ action: 'user_updated_password' }, 'Changed the password'],
  [{ action: 'something_new' }, undefined],
  [{ action: 'toString' }, undefined],
])('%o is “%s”', (given, sentence) => {
  expect(describeEvent({ ...event, ...given })).toBe(sentence);
});

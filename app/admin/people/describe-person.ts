import { formatDateTime } from '../../format/date-time.ts';
import type { PersonEntry } from './people-data.ts';

export const peoplePath = '/admin/people';

export function personPath(id: string): string {
  return `${peoplePath}?id=${id}`;
}

/** What an account is called: its name, or what it signs in with. */
export function titleOf({ name, email, phone, is_anonymous }: PersonEntry): string {
  return name?.trim() || email || (phone && `+${phone}`) || (is_anonymous ? 'Anonymous' : 'No address');
}

export interface PersonState {
  kind: 'good' | 'plain' | 'bad';
  text: string;
}

const foreverMs = 50 * 365 * 24 * 3600_000;

/** A ban without an end is one for a century. */
export function describeBan(until: string): string {
  return Date.parse(until) - Date.now() > foreverMs ? 'until lifted' : `until ${formatDateTime(until)}`;
}

/** The words beside an account. */
export function listStates(person: PersonEntry): PersonState[] {
  const states: PersonState[] = [];
  if (person.banned_until) states.push({ kind: 'bad', text: `Banned ${describeBan(person.banned_until)}` });
  if (person.is_owner) states.push({ kind: 'good', text: 'Owner' });
  if (person.is_anonymous) states.push({ kind: 'plain', text: 'Anonymous' });
  else if (!person.is_confirmed)
    states.push({ kind: 'plain', text: person.invited_at ? 'Invited' : 'Not confirmed' });
  return states.length > 0 ? states : [{ kind: 'plain', text: 'Confirmed' }];
}

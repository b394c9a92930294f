/** What the admin API answers about accounts. Moments are ISO texts. */
import type { LogEntry } from '../overview-data.ts';

export interface PersonEntry {
  id: string;
  email: string | null;
  phone: string | null;
  name: string | null;
  created_at: string | null;
  last_sign_in_at: string | null;
  invited_at: string | null;
  is_confirmed: boolean;
  /** Only of a ban that lasts. */
  banned_until: string | null;
  is_owner: boolean;
  is_anonymous: boolean;
}

export type PeopleOrder = 'created' | 'sign-in';

/** GET /people?q=&sort=&after= */
export interface PeoplePage {
  people: PersonEntry[];
  /** Of the first page. A search counts up to 1,001. */
  total: number | null;
  /** For `after`, if there are more. */
  next?: string;
  /** Whether accounts can be created and invited here: not with a hosted project, whose key this server does not have. */
  canCreate: boolean;
}

export interface PersonSession {
  id: string;
  created_at: string;
  last_used_at: string;
  user_agent: string | null;
  ip: string | null;
  aal: string | null;
  is_current: boolean;
}

export interface PersonFactor {
  id: string;
  friendly_name: string | null;
  factor_type: string;
  created_at: string;
}

/** GET /people/person?id= */
export interface PersonData extends PersonEntry {
  is_self: boolean;
  email_confirmed_at: string | null;
  phone_confirmed_at: string | null;
  has_password: boolean;
  identities: {
    provider: string;
    email: string | null;
    created_at: string;
    last_sign_in_at: string | null;
  }[];
  factors: PersonFactor[];
  /** Null if the project does not tell. */
  passkeys: { friendly_name: string | null; created_at: string; last_used_at: string | null }[] | null;
  sessions: PersonSession[];
  /** What owners did with the account, newest first. */
  log: LogEntry[];
}

/** What the auth service noted about an account. */
export interface PersonEvent {
  id: string;
  at: string;
  /** As the service names it, e.g. `login`. */
  action: string;
  /** As recorded. */
  ip: string | null;
  /** How it was done, e.g. `email` or `google`. */
  provider: string | null;
  /** Who did it, if not the account itself: the address of an account, or the name of a key. */
  by: string | null;
}

/** GET /people/events?id=&after= */
export interface PersonEvents {
  /** Null if the project does not let them be read. */
  events: PersonEvent[] | null;
  /** For `after`, if there are more. */
  next?: string;
}

/** POST /people/create and /people/invite */
export interface NewPerson {
  id: string;
}

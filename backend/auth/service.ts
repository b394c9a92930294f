import type { ISql } from 'postgres';
import type { Connections } from '../../database/database.ts';
import type { Log } from '../../database/log.ts';
import type { AuthConfig } from '../config/auth-config.ts';
import type { CheckAddress, OutgoingFetch } from '../http/outgoing-fetch.ts';
import type { KeyRing } from '../identity/key-ring.ts';
import type { ReadCaller } from '../identity/read-caller.ts';
import type { PlaceholderIds } from './accounts/placeholder-ids.ts';
import type { ReadList } from './admin/list-queue.ts';
import type { ColumnEncryption } from './encryption/create-column-encryption.ts';
import type { PasswordStrength } from './passwords/check-strength.ts';
import type { Captcha, Clock, Hooks, Mailer, Passwords, Randomness, RateLimits, SmsSender } from './ports.ts';
import type { Documents } from './providers/documents.ts';
import type { SamlServiceProvider } from './sso/service-provider.ts';

/** Asks the database, within a transaction or without. */
export type Queries = ISql;

/** What the auth service needs of the database room. */
export type AuthDatabase = Pick<Connections, 'sql' | 'transaction' | 'batch'>;

/** Everything that has effects beyond the auth tables. */
export interface AuthPorts {
  mailer: Mailer;
  sms: SmsSender;
  passwords: Passwords;
  captcha: Captcha;
  limits: RateLimits;
  /** Asks servers whose address somebody else chose. */
  outgoing: OutgoingFetch;
  /** Tells beforehand that such a server would not be asked. */
  checkAddress: CheckAddress;
  hooks: Hooks;
  clock: Clock;
  random: Randomness;
}

/** What every endpoint is given. There is one for each running backend, and none is created by importing. */
export interface AuthService extends AuthPorts {
  config: AuthConfig;
  database: AuthDatabase;
  /** For lists without a bound: see admin/list-queue.ts. */
  readList: ReadList;
  strength: PasswordStrength;
  encryption: ColumnEncryption;
  keyRing: KeyRing;
  /** What sign-in providers publish about themselves. */
  documents: Documents;
  /** Makes the cookies of flows: see guards/flow-cookie.ts. */
  flowKey: Buffer;
  readCaller: ReadCaller;
  /** Who we are in single sign-on; undefined where it is off. */
  saml: SamlServiceProvider | undefined;
  /** Where clients reach this service, without a slash at the end. Configured, never taken from a request. */
  externalUrl: string;
  /** Ids that stand for accounts which must not show. */
  placeholderIds: PlaceholderIds;
  /** `iss` of access tokens. */
  issuer: string;
  /** Page of the site that mail links lead to, such as `/confirm`; without it they lead to this service's own /verify. */
  confirmPath?: string | undefined;
  version: string;
  log: Log;
}

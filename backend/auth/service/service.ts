import type { Connections, Sql } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import type { AuthConfig } from '../../config/auth-config.ts';
import type { CheckAddress, OutgoingFetch } from '../../http/outgoing-fetch.ts';
import type { KeyRing } from '../../identity/key-ring.ts';
import type { ReadCaller } from '../../identity/read-caller.ts';
import type {
  Captcha,
  Clock,
  ColumnEncryption,
  Hooks,
  Mailer,
  PasswordStrength,
  Passwords,
  PlaceholderIds,
  Randomness,
  RateLimits,
  ReadList,
  SamlServiceProvider,
  SmsSender,
} from './ports.ts';
import type { Documents } from './provider-documents.ts';

/** Queries the database, within a transaction or without. */
export type Queries = Sql;

/** The part of the database that the auth service needs. */
export type AuthDatabase = Pick<Connections, 'sql' | 'transaction' | 'batch'>;

/** Everything that has effects beyond the auth tables. */
export interface AuthPorts {
  mailer: Mailer;
  sms: SmsSender;
  passwords: Passwords;
  captcha: Captcha;
  limits: RateLimits;
  /** For requests to URLs that users or admins chose. */
  outgoing: OutgoingFetch;
  /** Checks beforehand whether a request to such a URL would be refused. */
  checkAddress: CheckAddress;
  hooks: Hooks;
  clock: Clock;
  random: Randomness;
}

/** The context of every endpoint. There is one for each running backend, and none is created by importing. */
export interface AuthService extends AuthPorts {
  config: AuthConfig;
  database: AuthDatabase;
  /** For unbounded lists: see admin/list-queue.ts. */
  readList: ReadList;
  strength: PasswordStrength;
  encryption: ColumnEncryption;
  keyRing: KeyRing;
  /** The documents that sign-in providers publish. */
  documents: Documents;
  /** Signs the cookies of flows: see redirects/flow-cookie.ts. */
  flowKey: Buffer;
  readCaller: ReadCaller;
  /** Our SAML service provider; undefined where single sign-on is disabled. */
  saml: SamlServiceProvider | undefined;
  /** The public URL of this service, without a slash at the end. Configured, never taken from a request. */
  externalUrl: string;
  /** Ids for answers that must not reveal an account. */
  placeholderIds: PlaceholderIds;
  /** `iss` of access tokens. */
  issuer: string;
  /** The page of the site that mail links lead to, such as `/confirm`; without it they lead to this service's own /verify. */
  confirmPath?: string | undefined;
  version: string;
  log: Log;
}

import type { Sql, TransactionSql } from '../../../database/database.ts';
import type { HookName } from '../../config/read-hooks.ts';
import type { Statement } from './statements.ts';

/**
 * The dependencies of the auth service: everything with side effects beyond its own tables. Each port is implemented in a file of
 * its own under backend/auth, and tests pass in others.
 */

export interface Clock {
  now(): Date;
}

export interface Randomness {
  bytes(length: number): Uint8Array;
  /** Uniformly distributed digits, leading zeros included. */
  digits(length: number): string;
  uuid(): string;
}

/** The templates of Supabase's config.toml, under their names there. */
export type MailKind =
  | 'confirmation'
  | 'invite'
  | 'recovery'
  | 'magic_link'
  | 'email_change'
  | 'reauthentication'
  | 'password_changed_notification'
  | 'email_changed_notification'
  | 'phone_changed_notification'
  | 'identity_linked_notification'
  | 'identity_unlinked_notification'
  | 'mfa_factor_enrolled_notification'
  | 'mfa_factor_unenrolled_notification'
  | 'account_exists_notification';

/** The variables of Supabase's mail templates (`{{ .Token }}` …). */
export interface MailVariables {
  ConfirmationURL?: string;
  Token?: string;
  TokenHash?: string;
  TokenNew?: string;
  TokenHashNew?: string;
  SiteURL: string;
  RedirectTo?: string;
  Email?: string;
  NewEmail?: string;
  SendingTo?: string;
  OldEmail?: string;
  Phone?: string;
  OldPhone?: string;
  Provider?: string;
  FactorType?: string;
  Data?: Record<string, unknown>;
}

/** For hooks that send a message themselves: the user as the API shows it, and the IP address of the request. */
export interface MessageContext {
  user: object;
  clientAddress: string;
}

export interface MailRequest {
  kind: MailKind;
  to: string;
  variables: MailVariables;
  about?: MessageContext;
}

export interface Mailer {
  /** An address change is one mail request with both codes, instead of one for each mail. */
  takesBothCodes?: boolean;
  /**
   * Writes the mail to the queue within the caller's transaction: it exists if and only if the transaction commits. It is sent
   * after the answer, with back-off, and exactly once if the SMTP server confirms it.
   */
  queue(sql: TransactionSql, mail: MailRequest): Promise<void>;
  /** The same as a statement, for mailers that only write a row of the queue. */
  prepare?(mail: MailRequest): PreparedMail;
}

export interface PreparedMail {
  statement: Statement;
  /** Must be called after the transaction of the statement, with the error if there was one. */
  onEnd(error?: unknown): void;
}

export interface SmsRequest {
  to: string;
  text: string;
  channel: 'sms' | 'whatsapp';
  otp: string;
  /** Set for the code of a second factor. */
  isSecondFactor?: boolean;
  about?: MessageContext;
}

export interface SmsSender {
  /** As for mail. The returned message id is ours; the client sees it as `message_id`. */
  queue(sql: TransactionSql, message: SmsRequest): Promise<{ messageId: string }>;
}

export interface Hook {
  /** A database function, which sees what the calling transaction has written. Otherwise an HTTP endpoint. */
  isFunction: boolean;
  /**
   * Returns the hook's answer, or undefined for an empty one. Refusals and faults are thrown as HookError. A function runs within
   * the given transaction, or in one of its own.
   */
  call(payload: object, within?: Sql): Promise<unknown>;
}

/** Only the enabled hooks. */
export type Hooks = { readonly [name in HookName]?: Hook };

export interface Passwords {
  /** bcrypt with cost 10, off the main thread. */
  hash(password: string): Promise<string>;
  /** bcrypt, argon2i, argon2id and Firebase scrypt. False for any other format. */
  verify(hash: string, password: string): Promise<boolean>;
  /** Takes as long as a verification and always fails, for sign-ins without an account. */
  verifyDummy(password: string): Promise<false>;
  needsRehash(hash: string): boolean;
}

export interface Captcha {
  /** True when the token is valid, or no captcha is configured. A provider that does not answer counts as a failure. */
  verify(token: string | undefined, clientAddress: string): Promise<boolean>;
}

export interface Limit {
  /** e.g. `token_refresh`, `email_sent`. */
  name: string;
  /** The owner of the bucket: an IP address (IPv6 by its /64), an account, or `all`. */
  key: string;
  /** Tokens added per interval, and the capacity. */
  count: number;
  intervalSeconds: number;
  burst?: number;
}

export interface EmptyBucket {
  bucket: string;
  /** Seconds until it has a token again. */
  wait: number;
}

/**
 * A statement that calls porchlight.take_tokens with its arguments, and does the rest of its work only when no bucket is empty:
 * one query instead of two.
 */
export type TakeTokens = (wanted: string, at: Date) => Promise<EmptyBucket[]>;

export type TakeResult =
  | { ok: true }
  | {
      ok: false;
      /** The longest of the waits. */
      retryAfterSeconds: number;
      /** Seconds by the names of the reached limits. */
      waits: Record<string, number>;
    };

export interface RateLimits {
  /**
   * Takes one token from each bucket, or from none, and then returns the seconds to wait. The caller's own statement is not run
   * when a bucket is known to be empty.
   */
  take(limits: Limit[], within?: TakeTokens): Promise<TakeResult>;
}

/** Read by auth-js as `weak_password.reasons`: keep these names. */
export type WeakReason = 'length' | 'characters' | 'pwned';

export interface Weakness {
  reason: WeakReason;
  message: string;
}

export interface PasswordStrength {
  /** Over 72 bytes: not weak but impossible, answered with `validation_failed`. */
  isTooLong(password: string): boolean;
  /** Empty for an acceptable password. The public message is all messages joined with a space. */
  checkStrength(password: string): Promise<Weakness[]>;
}

/** Encrypts secrets in columns that must be read again. A ciphertext is bound to the row whose id is given. */
export interface ColumnEncryption {
  /** The id of the encryption key, if there is one. */
  keyId: string | undefined;
  /** The text to store. Without a key it is the plain text. */
  encrypt(rowId: string, text: string): string;
  decrypt(rowId: string, stored: string): Decrypted;
}

export interface Decrypted {
  text: string;
  /** The text to store instead, if the stored one is plain or was encrypted with another key. */
  renewed: string | undefined;
}

/**
 * Derives an id in the form of a random UUID from a text: the same text always gives the same id, and only the holder of the
 * secret can compute it.
 */
export type PlaceholderIds = (text: string) => string;

/** Reads a list whose query may scan a whole table. */
export type ReadList = <T>(read: (sql: TransactionSql) => Promise<T>) => Promise<T>;

/** Our SAML service provider. */
export interface SamlServiceProvider {
  /** Our entity id, which is also the URL of our metadata. */
  entityId: string;
  /** The assertion consumer service: the URL to which browsers deliver responses. */
  acsUrl: string;
  privateKeyPem: string;
  /** In Base64. The first belongs to the current key, a second one to the next. */
  certificates: string[];
}

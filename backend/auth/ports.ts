import type { ISql, TransactionSql } from 'postgres';
import type { HookName } from '../config/read-hooks.ts';
import type { Statement } from './statements.ts';

/**
 * What the auth service is given from outside: everything that has side effects beyond its own tables. Each port has a file
 * of its own under backend/auth, and tests hand in others.
 */

export interface Clock {
  now(): Date;
}

export interface Randomness {
  bytes(length: number): Uint8Array;
  /** Evenly distributed digits, leading zeros included. */
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

/** For hooks that send a message themselves: the account that it is about as the API shows it, and where the request came from. */
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
  /** A change of address is one order with both codes, instead of one for each letter. */
  takesBothCodes?: boolean;
  /**
   * Writes the mail into the queue within the caller's transaction: it exists if and only if the transaction commits. It is sent
   * after the answer, with back-off, and exactly once where the SMTP server lets us know.
   */
  queue(sql: TransactionSql, mail: MailRequest): Promise<void>;
  /** The same as a statement, where a row of the queue is all there is to write. */
  prepare?(mail: MailRequest): PreparedMail;
}

export interface PreparedMail {
  statement: Statement;
  /** To be called when the transaction of the statement is over, with the error if there was one. */
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
  /** As for mail. The message id given back is ours; the client sees it as `message_id`. */
  queue(sql: TransactionSql, message: SmsRequest): Promise<{ messageId: string }>;
}

export interface Hook {
  /** A function of the database, which sees what the transaction that calls it has written. Otherwise somebody's server. */
  isFunction: boolean;
  /**
   * Gives back what the hook answered, undefined when that was nothing. A refusal and a fault are thrown as HookError. A function
   * runs within the given transaction, or in one of its own.
   */
  call(payload: object, within?: ISql): Promise<unknown>;
}

/** Only those that are enabled are there: the others cost nothing. */
export type Hooks = { readonly [name in HookName]?: Hook };

export interface Passwords {
  /** bcrypt cost 10, off the main thread. */
  hash(password: string): Promise<string>;
  /** bcrypt, argon2i, argon2id and Firebase scrypt. False for a hash in no known form. */
  verify(hash: string, password: string): Promise<boolean>;
  /** Takes as long as a verification and always fails: used where there is nothing to verify. */
  verifyDummy(password: string): Promise<false>;
  needsRehash(hash: string): boolean;
}

export interface Captcha {
  /** True when the token holds, or no captcha is configured. A provider that does not answer is a failure. */
  verify(token: string | undefined, clientAddress: string): Promise<boolean>;
}

export interface Limit {
  /** e.g. `token_refresh`, `email_sent`. */
  name: string;
  /** Whose bucket: an address (IPv6 by its /64), an account, or `all`. */
  key: string;
  /** Tokens added per interval, and the most there can be. */
  count: number;
  intervalSeconds: number;
  burst?: number;
}

export interface EmptyBucket {
  bucket: string;
  /** Seconds until it holds a token again. */
  wait: number;
}

/**
 * A statement that calls porchlight.take_tokens with what it is given, and does the rest of its work only when that names no
 * empty bucket: one question to the database instead of two.
 */
export type TakeTokens = (wanted: string, at: Date) => Promise<EmptyBucket[]>;

export type Taken =
  | { ok: true }
  | {
      ok: false;
      /** The longest of the waits. */
      retryAfterSeconds: number;
      /** Seconds by the names of the limits that are reached. */
      waits: Record<string, number>;
    };

export interface RateLimits {
  /**
   * Takes one token from each bucket, or from none: then tells after how many seconds to come again. A statement of the
   * caller's own is not run at all when a bucket is known to be empty.
   */
  take(limits: Limit[], within?: TakeTokens): Promise<Taken>;
}

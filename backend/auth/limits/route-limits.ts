import type { TransactionSql } from '../../../database/database.ts';
import type { RateLimitConfig } from '../../config/auth-config.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { EmptyBucket, Limit, TakeTokens } from '../service/ports.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { toAddressKey } from './address-key.ts';

const fiveMinutes = 300;
const hour = 3600;

/** The limit of each kind of route: the number of calls, the interval in seconds, and the burst. */
const routeLimits = {
  token: (limits: RateLimitConfig) => [limits.tokenRefresh, fiveMinutes],
  signup: (limits: RateLimitConfig) => [limits.signInSignUps, fiveMinutes],
  password: (limits: RateLimitConfig) => [limits.signInSignUps, fiveMinutes],
  otp: (limits: RateLimitConfig) => [limits.signInSignUps, fiveMinutes],
  recover: (limits: RateLimitConfig) => [limits.signInSignUps, fiveMinutes],
  resend: (limits: RateLimitConfig) => [limits.signInSignUps, fiveMinutes],
  user: (limits: RateLimitConfig) => [limits.signInSignUps, fiveMinutes],
  reauthenticate: (limits: RateLimitConfig) => [limits.signInSignUps, fiveMinutes],
  verify: (limits: RateLimitConfig) => [limits.tokenVerifications, fiveMinutes],
  anonymous: (limits: RateLimitConfig) => [limits.anonymousUsers, hour],
  authorize: (limits: RateLimitConfig) => [limits.tokenRefresh, fiveMinutes],
  callback: (limits: RateLimitConfig) => [limits.tokenRefresh, fiveMinutes],
  factor_challenge: () => [15, 60, 30],
  factor_verify: () => [15, 60, 30],
  factor_enroll: () => [15, 60, 30],
  passkey: (limits: RateLimitConfig) => [limits.passkey, fiveMinutes],
  passkey_register: () => [15, 60],
  sso: (limits: RateLimitConfig) => [limits.sso, fiveMinutes],
  saml_assertion: (limits: RateLimitConfig) => [limits.samlAssertions, fiveMinutes],
  web3: (limits: RateLimitConfig) => [limits.web3, fiveMinutes],
  oauth_register: (limits: RateLimitConfig) => [limits.oauthDynamicClientRegister, fiveMinutes],
  oauth_authorize: (limits: RateLimitConfig) => [limits.tokenRefresh, fiveMinutes],
  // An application's server renews the sessions of all its users from one address.
  oauth_token: (limits: RateLimitConfig) => [10 * limits.tokenRefresh, fiveMinutes],
} as const satisfies Record<string, (limits: RateLimitConfig) => readonly [number, number, number?]>;

export type RouteLimit = keyof typeof routeLimits;

/** Counts a call by its IP address and, where one is named, by its account. */
export async function limitRoute(
  request: AuthRequest,
  service: AuthService,
  route: RouteLimit,
  account?: string,
): Promise<void> {
  const limits = [toLimit(service, route, 'address', toAddressKey(request.clientAddress))];
  if (account !== undefined && account !== '') limits.push(toLimit(service, route, 'account', account));
  await takeForRequest(service, limits);
}

/**
 * The same within a statement that does its work only when the call is allowed. Where an account is named, the call also counts
 * against the account's limit, from any IP address.
 */
export async function limitRouteWithin(
  request: AuthRequest,
  service: AuthService,
  { route, account }: { route: RouteLimit; account?: { route: RouteLimit; name: string } | undefined },
  within: TakeTokens,
): Promise<void> {
  const limits = [toLimit(service, route, 'address', toAddressKey(request.clientAddress))];
  if (account) limits.push(toLimit(service, account.route, 'account', account.name));
  await takeForRequest(service, limits, within);
}

/** For work that a route does before its call is counted: a failure counts as a call too. */
export async function limitFailures<T>(
  request: AuthRequest,
  service: AuthService,
  { route, account }: { route: RouteLimit; account?: string | undefined },
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await limitRoute(request, service, route, account);
    throw error;
  }
}

/** Counts a call by account only, from any IP address. */
export async function limitAccount(service: AuthService, route: RouteLimit, account: string): Promise<void> {
  const limits = [toLimit(service, route, 'account', account)];
  await takeForRequest(service, limits);
}

/**
 * The hourly limit for mails of the whole service. Without SMTP or a hook nothing is sent, so nothing is counted. Must be called
 * last in the transaction that sends: it needs no second connection there, and is rolled back with the rest.
 */
export async function limitMails(sql: TransactionSql, service: AuthService): Promise<void> {
  const taken = await service.limits.take(mailLimits(service), takeWithin(sql));
  if (!taken.ok) throw tooManyMails(taken.retryAfterSeconds);
}

export function mailLimits({ config, hooks }: AuthService): Limit[] {
  const isSent = config.email.smtp.enabled || hooks.send_email !== undefined;
  if (!isSent || !config.email.enableConfirmations) return [];
  return [{ name: 'email_sent', key: 'all', count: config.rateLimit.emailSent, intervalSeconds: hour }];
}

export function tooManyMails(seconds: number): ServiceError {
  return tooMany('over_email_send_rate_limit', 'email rate limit exceeded', seconds);
}

/** The hourly limit for text messages of the whole service, counted in the same way. They cost money. */
export async function limitSms(sql: TransactionSql, service: AuthService): Promise<void> {
  if (service.config.sms.provider === '' && service.hooks.send_sms === undefined) return;
  const count = service.config.rateLimit.smsSent;
  const limits = [{ name: 'sms_sent', key: 'all', count, intervalSeconds: hour }];
  const taken = await service.limits.take(limits, takeWithin(sql));
  if (!taken.ok)
    throw tooMany('over_sms_send_rate_limit', 'SMS rate limit exceeded', taken.retryAfterSeconds);
}

export function takeWithin(sql: TransactionSql): TakeTokens {
  return (wanted, at) =>
    sql<EmptyBucket[]>`
      select empty_bucket as bucket, wait from porchlight.take_tokens(${wanted}::text::jsonb, ${at})`;
}

function toLimit(service: AuthService, route: RouteLimit, by: 'address' | 'account', key: string): Limit {
  const [count, intervalSeconds, burst = count] = routeLimits[route](service.config.rateLimit);
  return { name: by === 'address' ? route : `${route}_account`, key, count, intervalSeconds, burst };
}

async function takeForRequest(service: AuthService, limits: Limit[], within?: TakeTokens): Promise<void> {
  const taken = await service.limits.take(limits, within);
  if (!taken.ok)
    throw tooMany('over_request_rate_limit', 'Request rate limit reached', taken.retryAfterSeconds);
}

function tooMany(code: string, message: string, seconds: number): ServiceError {
  return new ServiceError(code, 429, message, { headers: { 'Retry-After': String(Math.ceil(seconds)) } });
}

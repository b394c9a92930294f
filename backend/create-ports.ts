/** The parts of the auth service that reach outside: clock, mail, text messages, hooks, limits. */
import { dirname } from 'node:path';
import type { Database } from '../database/database.ts';
import type { Log } from '../database/log.ts';
import { createCaptcha } from './auth/captcha/create-captcha.ts';
import { createHooks } from './auth/hooks/create-hooks.ts';
import { createHookMailer } from './auth/hooks/hook-mailer.ts';
import { createHookSmsSender } from './auth/hooks/hook-sms-sender.ts';
import { createRateLimits } from './auth/limits/rate-limiter.ts';
import { createMailer } from './auth/mail/create-mailer.ts';
import { createPasswords } from './auth/passwords/create-passwords.ts';
import type { SmsSender } from './auth/service/ports.ts';
import type { AuthPorts } from './auth/service/service.ts';
import { createSystemRandomness, systemClock } from './auth/service/system-ports.ts';
import { createSmsSender } from './auth/sms/create-sms-sender.ts';
import { checkSmsTemplate } from './auth/sms/sms-template.ts';
import type { AuthConfig } from './config/auth-config.ts';
import { createAddressCheck, createOutgoingFetch } from './http/outgoing-fetch.ts';
import type { AnswerOwn } from './http/own-address.ts';
import { ServiceError } from './http/service-error.ts';

export interface PortsOptions {
  config: AuthConfig;
  database: Pick<Database, 'auth'>;
  log: Log;
  /** Hosts in the private network that providers and webhooks may be on, also over plain HTTP. */
  privateHosts?: readonly string[];
  /** The base folder of a relative path in the configuration. */
  configFolder?: string;
  /** Without an SMS provider, messages are kept in the outbox instead of failing. */
  phoneOutbox?: boolean;
  /** Parts to use instead of the default ones. */
  ports?: Partial<AuthPorts>;
}

const noSmsSender: SmsSender = {
  async queue() {
    throw new ServiceError('sms_send_failed', 422, 'Error sending the code: no SMS provider is configured');
  },
};

export async function createPorts(
  options: PortsOptions,
  externalUrl: string,
  answerOwn: AnswerOwn,
): Promise<{ ports: AuthPorts; reloadMailTemplates: () => Promise<void>; close: () => Promise<void> }> {
  const { config, log, ports: given = {} } = options;
  const { auth: database } = options.database;
  const closing: (() => Promise<void>)[] = [];
  const closeWithBackend = <T extends { close(): Promise<void> }>(part: T): T => {
    closing.push(() => part.close());
    return part;
  };
  const clock = given.clock ?? systemClock;
  const folder = options.configFolder ?? dirname('supabase/config.toml');
  const random = given.random ?? createSystemRandomness();
  const privateHosts = options.privateHosts ?? [];
  const sending = { database, clock, random, log };
  const hooks = given.hooks ?? createHooks({ ...sending, targets: config.hooks, privateHosts, answerOwn });
  let reloadMailTemplates = async () => {};
  const createOwnMailer = async () => {
    if (hooks.send_email) return createHookMailer({ ...sending, hook: hooks.send_email, externalUrl });
    const mailer = await createMailer({ database, email: config.email, folder, log });
    reloadMailTemplates = mailer.reloadTemplates;
    return mailer;
  };
  const createSms = () => {
    if (hooks.send_sms) return closeWithBackend(createHookSmsSender({ ...sending, hook: hooks.send_sms }));
    const canSend = config.sms.provider !== '' || options.phoneOutbox === true;
    return canSend
      ? closeWithBackend(createSmsSender({ database, sms: config.sms, fetch, log }))
      : noSmsSender;
  };
  checkSmsTemplate('auth.sms.template', config.sms.template);
  checkSmsTemplate('auth.mfa.phone.template', config.mfa.phone.template);
  const ports: AuthPorts = {
    clock,
    random,
    passwords: given.passwords ?? createPasswords(),
    captcha: given.captcha ?? createCaptcha({ ...config.captcha, fetch, log }),
    limits: given.limits ?? closeWithBackend(createRateLimits({ database, clock, log })),
    outgoing: given.outgoing ?? createOutgoingFetch({ privateHosts }),
    checkAddress: given.checkAddress ?? createAddressCheck({ privateHosts }),
    hooks,
    mailer: given.mailer ?? closeWithBackend(await createOwnMailer()),
    sms: given.sms ?? createSms(),
  };
  return {
    ports,
    reloadMailTemplates: () => reloadMailTemplates(),
    async close() {
      await Promise.all(closing.map((end) => end()));
    },
  };
}

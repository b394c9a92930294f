import type { Log } from '../../../database/log.ts';
import { type HookName, type HookTarget, type HookTargets, hookNames } from '../../config/read-hooks.ts';
import { createOutgoingFetch } from '../../http/outgoing-fetch.ts';
import type { AnswerOwn } from '../../http/own-address.ts';
import type { Clock, Hook, Hooks, Randomness } from '../service/ports.ts';
import type { AuthDatabase } from '../service/service.ts';
import { createFunctionHook } from './function-hook.ts';
import { HookError } from './hook-error.ts';
import { createHttpHook, type HttpHookLimits, type PostToHook } from './http-hook.ts';

export interface HooksOptions {
  targets: HookTargets;
  database: Pick<AuthDatabase, 'transaction'>;
  clock: Clock;
  random: Randomness;
  log: Log;
  privateHosts: readonly string[];
  /** A hook may be a function of this backend. */
  answerOwn?: AnswerOwn | undefined;
  limits?: HttpHookLimits;
}

/** An HTTP hook can be sent one message several times with the same message id. */
export interface HttpHook extends Hook {
  isFunction: false;
  post: PostToHook;
}

/** The hooks that are enabled in config.toml, each of them an HTTP endpoint or a database function. */
export function createHooks(options: HooksOptions): Hooks {
  const hooks: { [name in HookName]?: Hook } = {};
  for (const name of hookNames) {
    const target = options.targets[name];
    if (target !== undefined) hooks[name] = createHook(options, name, target);
  }
  return hooks;
}

function createHook(options: HooksOptions, name: HookName, target: HookTarget): Hook | HttpHook {
  if (target.kind === 'function') {
    const { database } = options;
    const call = createFunctionHook({ database, schema: target.schema, name: target.name });
    return {
      isFunction: true,
      call: (payload, within) => logFailure(options.log, name, call(payload, within)),
    };
  }
  // The owner configured this URL, so it may be in a private network.
  const privateHosts = [...options.privateHosts, new URL(target.uri).host];
  const { clock, random, limits, answerOwn = (outgoing) => outgoing } = options;
  const outgoing = answerOwn(createOutgoingFetch({ privateHosts }));
  const post = createHttpHook({ uri: target.uri, keys: target.keys, outgoing, clock, random, limits });
  const hook: HttpHook = {
    isFunction: false,
    post,
    call: (payload) => logFailure(options.log, name, post(payload)),
  };
  return hook;
}

/** Clients get little detail about a hook's failure; the owner reads it in the log. */
async function logFailure<T>(log: Log, hook: HookName, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HookError && error.outcome !== 'refused') {
      const { cause } = error;
      const reason = cause instanceof Error ? cause.message : error.message;
      log({ level: 'warn', message: `The hook ${hook} failed: ${error.message}`, reason });
    }
    throw error;
  }
}

export function isHttpHook(hook: Hook): hook is HttpHook {
  return !hook.isFunction && 'post' in hook;
}

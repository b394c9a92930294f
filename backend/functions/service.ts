import type { Log } from '../../database/log.ts';
import type { FunctionsConfig } from '../config/functions-config.ts';
import type { WebSockets } from '../http/http-server.ts';
import type { ReadCaller } from '../identity/read-caller.ts';
import type { PoolTimes } from './worker/create-pool.ts';
import type { WorkerLimits } from './worker/watch-limits.ts';

export interface FunctionsOptions {
  config: FunctionsConfig;
  /** The folder of config.toml. */
  configFolder: string;
  dataFolder: string;
  /** The public address of the services. */
  siteUrl: string;
  /** What every function has in its environment: keys and addresses of this site. */
  environment: Record<string, string>;
  /** Hosts in private networks that functions may reach. */
  privateHosts: readonly string[];
  /** The environment of downloads of modules: proxies and registries. */
  downloads: Record<string, string>;
  /** Certificates beside the usual ones. */
  certificates: string | undefined;
  /** Answers the requests that functions send to the site. */
  fetch: (request: Request) => Promise<Response>;
  webSockets: WebSockets | undefined;
  readCaller: ReadCaller;
  /** Tokens of third-party applications are accepted. */
  applicationsUseData: boolean;
  now: () => number;
  log: Log;
  times?: Partial<FunctionTimes>;
}

/** Supabase's limits. */
export interface FunctionTimes extends PoolTimes, WorkerLimits {
  /** Until the head of a response. */
  responseMs: number;
  bootMs: number;
}

export const defaultTimes: FunctionTimes = {
  idleMs: 60_000,
  wallMs: 400_000,
  responseMs: 150_000,
  bootMs: 30_000,
  memoryBytes: 256 * 1_048_576,
  cpuMs: 2_000,
};

import { join } from 'node:path';
import type { FunctionHome } from '../deno/function-user.ts';

/** How the process of a function is started. */
export interface WorkerPlan {
  name: string;
  version: string;
  home: FunctionHome;
  /** The address of the file to run. */
  entry: string;
  /** Deno's configuration, and the lock file if there is one. */
  config: string;
  lock: string | undefined;
  /** It listens with Node's servers. */
  usesNodeServer: boolean;
  readable: readonly string[];
  networkRules: readonly string[];
  /** Where modules may not be downloaded from. */
  importRules: readonly string[];
  environment: Record<string, string>;
  /** Certificates beside the usual ones. */
  certificates: string | undefined;
  /** Replaces addresses of the snapshot by those of the owner's files. */
  toOwnWords: (text: string) => string;
  siteUrl: string;
  /** The socket of the site for its own functions. */
  siteSocket: string;
}

/** Facts about the system that packages ask for, and that tell nothing about other programs. */
const systemFacts = 'osRelease,cpus,systemMemoryInfo,hostname';
const maxHeapMb = 256;

export function toRunArguments(plan: WorkerPlan, sockets: readonly string[]): string[] {
  const paths = (list: readonly string[]) => list.map((path) => path.replaceAll(',', ',,')).join(',');
  return [
    'run',
    '--quiet',
    '--no-prompt',
    '--cached-only',
    `--v8-flags=--max-old-space-size=${maxHeapMb}`,
    ...toModuleArguments(plan),
    ...plan.networkRules,
    '--allow-env',
    `--allow-sys=${systemFacts}`,
    // Packages read files of their own.
    `--allow-read=${paths([...plan.readable, join(plan.home.modules, 'npm'), ...sockets, plan.siteSocket])}`,
    `--allow-write=${paths([...sockets, plan.siteSocket])}`,
    plan.home.runtime,
  ];
}

/** Fetches the modules that a function imports. */
export function toCacheArguments(plan: WorkerPlan): string[] {
  return ['cache', ...toModuleArguments(plan), ...plan.importRules, plan.entry];
}

function toModuleArguments({ config, lock }: WorkerPlan): string[] {
  return [
    '--allow-import',
    '--node-modules-dir=none',
    `--config=${config}`,
    ...(lock === undefined ? ['--no-lock'] : [`--lock=${lock}`, '--frozen=false']),
  ];
}

/** Nothing of this process's environment. */
export function toEnvironment({ home, certificates }: WorkerPlan): Record<string, string> {
  return {
    DENO_DIR: home.modules,
    DENO_NO_UPDATE_CHECK: '1',
    NO_COLOR: '1',
    DENO_TLS_CA_STORE: 'mozilla,system',
    ...(certificates !== undefined && { DENO_CERT: certificates }),
  };
}

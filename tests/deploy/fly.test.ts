/** The example for Fly: known keys, settings that the site accepts, and what the Dockerfile has. */
import { parse } from 'smol-toml';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readSettings } from '../../server/settings.ts';
import { readText } from '../harness/read-tree.ts';
import { parseDockerfile } from './parse-dockerfile.ts';

const seconds = z.stringFormat('seconds', /^\d+s$/);

/** The part of Fly's format that the example uses; another key is a fault. */
const flyFile = z.strictObject({
  app: z.string(),
  primary_region: z.string(),
  kill_signal: z.literal('SIGTERM'),
  kill_timeout: seconds,
  build: z.strictObject({ args: z.record(z.string(), z.string()) }),
  env: z.record(z.string(), z.string()),
  http_service: z.strictObject({
    internal_port: z.int(),
    force_https: z.literal(true),
    auto_stop_machines: z.literal('off'),
    min_machines_running: z.int(),
    checks: z.array(
      z.strictObject({
        method: z.literal('GET'),
        path: z.enum(['/healthz', '/readyz']),
        interval: seconds,
        timeout: seconds,
        grace_period: seconds,
      }),
    ),
  }),
  mounts: z.strictObject({ source: z.string(), destination: z.string(), initial_size: z.string() }),
  vm: z.array(z.strictObject({ size: z.string(), memory: z.string() })),
});

it('deploy/fly.toml fits the site and its image', () => {
  const {
    app,
    build,
    env,
    http_service: service,
    mounts,
    kill_timeout: timeout,
  } = flyFile.parse(parse(readText('deploy/fly.toml')));
  const image = parseDockerfile(readText('Dockerfile')).at(-1)?.instructions ?? [];
  const find = (name: string) => image.filter((it) => it.name === name).map(({ text }) => text);
  expect(find('EXPOSE')).toEqual([String(service.internal_port)]);
  expect(find('VOLUME')).toEqual([mounts.destination]);
  expect(find('ARG').map((text) => text.split('=')[0])).toEqual(Object.keys(build.args));
  expect(readSettings(env)).toMatchObject({ siteUrl: `https://${app}.fly.dev`, proxyTrust: { hops: 2 } });
  expect(Number.parseInt(timeout, 10)).toBeGreaterThan(15);
});

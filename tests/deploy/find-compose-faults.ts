/** The rules for our compose files. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readSettings } from '../../server/settings.ts';
import { settingsTable } from '../../server/settings-table.ts';
import { repository } from '../harness/read-tree.ts';
import { parseDockerfile } from './parse-dockerfile.ts';

const names = z.record(z.string(), z.string());
const port = z.string().regex(/^127\.0\.0\.1:\d+(-\d+)?:\d+$/, 'is not on loopback');

/** The part of the Compose specification that our files use; another key is a fault. */
const composeFile = z.strictObject({
  name: z.string(),
  services: z.record(
    z.string(),
    z.strictObject({
      build: z.string().optional(),
      image: z.string(),
      restart: z.literal('unless-stopped'),
      init: z.boolean().optional(),
      stop_grace_period: z.stringFormat('seconds', /^\d+s$/).optional(),
      ports: z.array(port).optional(),
      command: z.array(z.string()).optional(),
      environment: names.optional(),
      volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./]+$/)).optional(),
      depends_on: z
        .record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_started']) }))
        .optional(),
      healthcheck: z
        .strictObject({
          test: z.array(z.string()),
          interval: z.string(),
          timeout: z.string(),
          retries: z.int(),
        })
        .optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

type ComposeFile = z.infer<typeof composeFile>;
type Service = ComposeFile['services'][string];

const settings = new Set<string>(settingsTable.map(({ name }) => name));

/** `file` is a path in the repository: others in it are relative to its folder. */
export function findComposeFaults(file: string, content: unknown, dockerfile: string): string[] {
  const parsed = composeFile.safeParse(content);
  if (!parsed.success) return [z.prettifyError(parsed.error)];
  const { services, volumes } = parsed.data;
  const mounts = Object.values(services).flatMap((service) => service.volumes ?? []);
  const sources = mounts.map((mount) => mount.split(':')[0] ?? '');
  const folder = path.join(repository, path.dirname(file));
  return [
    ...Object.entries(services).flatMap(([name, service]) =>
      findServiceFaults(service, services, folder).map((fault) => `${name}: ${fault}`),
    ),
    ...findSiteFaults(services.site, dockerfile).map((fault) => `site: ${fault}`),
    ...sources
      .filter((source) =>
        source.startsWith('.') ? !isFolder(path.join(folder, source)) : !(source in volumes),
      )
      .map((source) => `There is no volume ${source}`),
    ...Object.keys(volumes)
      .filter((name) => !sources.includes(name))
      .map((name) => `The volume ${name} is not used`),
  ];
}

function findServiceFaults(service: Service, services: ComposeFile['services'], folder: string): string[] {
  const needs = Object.entries(service.depends_on ?? {});
  const isOurs = service.build !== undefined;
  return [
    ...(isOurs && !existsSync(path.join(folder, service.build ?? '', 'Dockerfile'))
      ? ['There is no Dockerfile']
      : []),
    ...(isOurs || /:v?\d/.test(service.image) ? [] : [`${service.image} has no version`]),
    ...needs
      .filter(([name]) => !(name in services))
      .map(([name]) => `waits for ${name}, which does not exist`),
    ...needs
      .filter(([name, { condition }]) => condition === 'service_healthy' && !services[name]?.healthcheck)
      .map(([name]) => `waits for the health of ${name}, which has no check`),
  ];
}

/** The site has settings that it accepts, and mounts and ports that its image has. */
function findSiteFaults(site: Service | undefined, dockerfile: string): string[] {
  if (!site) return ['There is no such service'];
  const image = parseDockerfile(dockerfile).at(-1)?.instructions ?? [];
  const find = (name: string) => image.find((instruction) => instruction.name === name)?.text ?? '';
  const environment = site.environment ?? {};
  return [
    ...Object.keys(environment)
      .filter((name) => !settings.has(name))
      .map((name) => `${name} is not a setting`),
    ...(site.volumes?.some((mount) => mount.endsWith(`:${find('VOLUME')}`))
      ? []
      : [`${find('VOLUME')} is not kept`]),
    ...(site.ports?.every((mapping) => mapping.endsWith(`:${find('EXPOSE')}`))
      ? []
      : ['its port is not the image’s']),
    // It takes up to 15 seconds, and Docker waits for ten by default.
    ...(Number.parseInt(site.stop_grace_period ?? '10s', 10) > 15 ? [] : ['is killed before it has closed']),
    ...findRefusal(environment),
  ];
}

function findRefusal(environment: Record<string, string>): string[] {
  const filled = Object.entries(environment).map(([name, value]) => [name, fillIn(value)]);
  try {
    readSettings(Object.fromEntries(filled));
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** `${A:-b}` becomes `b`, and what an owner must set becomes a word of the right length. */
function fillIn(value: string): string {
  return value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{\w+:\?\}/g, 'a'.repeat(32));
}

function isFolder(name: string): boolean {
  return existsSync(name) && statSync(name).isDirectory();
}

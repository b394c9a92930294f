import { z } from 'zod';

const entryShape = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  engines: z.unknown().optional(),
  hasInstallScript: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
});

export const lockfileShape = z.object({ packages: z.record(z.string(), entryShape) });
type Entry = z.infer<typeof entryShape>;
type Lockfile = z.infer<typeof lockfileShape>;

const platformWord =
  /(linux|darwin|win32|windows|android|freebsd|openbsd|netbsd|sunos|aix|openharmony|wasm32).*$/;
const promised = /(linux|linuxmusl|darwin|win32|windows)-(x64|arm64)/;

/** Platform builds that are missing in the lockfile, as sentences. */
export function findMissingBuilds(lock: Lockfile): string[] {
  return Object.entries(lock.packages).flatMap(([owner, entry]) => {
    const wanted = Object.entries(entry.optionalDependencies ?? {});
    // `fast-linux-x64` and `fast-darwin-arm64` are one family, `fast-`. A package may have several.
    const families = new Map<string, { name: string; version: string; found: Entry | undefined }[]>();
    for (const [name, version] of wanted) {
      const family = name.replace(platformWord, '');
      families.set(family, [
        ...(families.get(family) ?? []),
        { name, version, found: findEntry(lock, owner, name) },
      ]);
    }
    return [...families].flatMap(([family, builds]) => {
      // No processor named anywhere: an optional extra such as fsevents, not a set of builds.
      if (!entry.cpu && !builds.some(({ found }) => found?.cpu)) return [];
      const missing = builds
        .filter(({ name, version, found }) => promised.test(name) && !fits(found, version))
        .map(({ name, version }) => `${owner}: ${name}@${version} is not in the lockfile`);
      const entries = builds.flatMap(({ found }) => found ?? []);
      const named = (cpu: string) =>
        builds.some(({ name }) => name.includes(`linux-${cpu}`) && !name.includes('musl'));
      // A package built for one platform depends only on builds of that platform, and WebAssembly runs on any.
      const isForAll = !entry.cpu && !entries.every(({ cpu }) => cpu?.includes('wasm32'));
      const unbuilt = (isForAll ? ['x64', 'arm64'] : [])
        .filter((cpu) => !named(cpu) && !entries.some((found) => isGlibcBuild(found, cpu)))
        .map((cpu) => `${owner}: no build "${family}" for linux ${cpu} (glibc)`);
      return [...missing, ...unbuilt];
    });
  });
}

export function packagesWithScripts(lock: Lockfile): string[] {
  return (
    Object.entries(lock.packages)
      // The first entry is this project itself, whose own scripts are in package.json.
      .filter(([path, entry]) => path !== '' && entry.hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''))
      .sort()
  );
}

export function findInexactVersions(versions: Record<string, string>): string[] {
  return Object.entries(versions)
    .filter(([, version]) => !isExact(version))
    .map(([name, version]) => `${name}: ${version}`);
}

/** As Node resolves a package: inside its owner first, then in each outer folder. */
function findEntry(lock: Lockfile, owner: string, name: string): Entry | undefined {
  const inside = lock.packages[owner === '' ? `node_modules/${name}` : `${owner}/node_modules/${name}`];
  if (inside || owner === '') return inside;
  return findEntry(lock, owner.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
}

function fits(found: Entry | undefined, version: string): boolean {
  return found !== undefined && (!isExact(version) || found.version === version);
}

function isGlibcBuild({ os, cpu, libc }: Entry, wantedCpu: string): boolean {
  return Boolean(os?.includes('linux') && cpu?.includes(wantedCpu) && (!libc || libc.includes('glibc')));
}

function isExact(version: string): boolean {
  return /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version);
}

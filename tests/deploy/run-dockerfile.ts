/** Does what a Dockerfile says in a folder, without Docker: a stage is a folder, its `/` is that folder, its base image is this machine. */
import { execFile } from 'node:child_process';
import { chownSync, copyFileSync, cpSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { settingsTable } from '../../server/settings-table.ts';
import { isIgnored } from './build-context.ts';
import { type Instruction, parseCopy, parseDockerfile, parseList, parsePairs } from './parse-dockerfile.ts';

/** What a container of the image is started with. */
export interface BuiltImage {
  /** The folder that is `/` of the image. */
  root: string;
  workingFolder: string;
  environment: Record<string, string>;
  volumes: string[];
  command: string[];
  healthCheck: string[];
}

interface Build {
  /** The files of the repository. */
  files: string[];
  dockerignore: string;
  context: string;
  folder: string;
  /** Who the container runs as; undefined if that is who runs the test. */
  owner: number | undefined;
}

export async function runDockerfile(text: string, build: Build): Promise<BuiltImage> {
  const roots = new Map<string, string>();
  const given = build.files.filter((file) => !isIgnored(file, build.dockerignore));
  let image: BuiltImage | undefined;
  for (const [index, { name, instructions }] of parseDockerfile(text).entries()) {
    const root = path.join(build.folder, `stage-${index}`);
    mkdirSync(root);
    roots.set(name ?? String(index), root);
    image = { root, workingFolder: root, environment: {}, volumes: [], command: [], healthCheck: [] };
    for (const instruction of instructions)
      await follow(instruction, image, { ...build, files: given }, roots);
  }
  if (!image) throw new Error('The Dockerfile has no stage.');
  return image;
}

async function follow(
  instruction: Instruction,
  image: BuiltImage,
  build: Build,
  roots: Map<string, string>,
): Promise<void> {
  const { name, text } = instruction;
  const { root } = image;
  if (name === 'WORKDIR') {
    image.workingFolder = path.join(root, text);
    mkdirSync(image.workingFolder, { recursive: true });
  } else if (name === 'RUN') await run(text, image);
  else if (name === 'COPY') copy(instruction, image, build, roots);
  else if (name === 'ENV') Object.assign(image.environment, Object.fromEntries(parsePairs(text)));
  else if (name === 'VOLUME') image.volumes.push(text);
  else if (name === 'CMD') image.command = parseList(text) ?? [];
  else if (name === 'HEALTHCHECK') image.healthCheck = parseList(text.replace(/^CMD\s+/, '')) ?? [];
}

function copy(
  { flags, text }: Instruction,
  image: BuiltImage,
  build: Build,
  roots: Map<string, string>,
): void {
  const { sources, destination } = parseCopy(text);
  const target = path.resolve(image.workingFolder, inRoot(destination, image.root));
  const from = flags.from === undefined ? undefined : roots.get(flags.from);
  for (const source of sources) {
    if (from) cpSync(path.join(from, source), target, { recursive: true, verbatimSymlinks: true });
    else copyContext(source, target, build);
  }
  if (flags.chown && build.owner !== undefined) chownSync(target, build.owner, build.owner);
}

function copyContext(source: string, target: string, { context, files }: Build): void {
  for (const file of source === '.' ? files : files.filter((it) => it === source)) {
    const to = path.join(target, file);
    mkdirSync(path.dirname(to), { recursive: true });
    copyFileSync(path.join(context, file), to);
  }
}

function inRoot(name: string, root: string): string {
  return path.isAbsolute(name) ? path.join(root, name) : name;
}

const execute = promisify(execFile);

/** Not synchronous: it takes so long on a busy machine that the runner of the tests would miss this process. */
async function run(command: string, { workingFolder, environment }: BuiltImage): Promise<void> {
  const env = { ...plainEnvironment(), npm_config_prefer_offline: 'true', ...environment };
  await execute('/bin/sh', ['-ec', command], { cwd: workingFolder, env });
}

/** Without what the npm that runs the tests says about itself, and without settings of the site. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const left =
    /^(npm_(lifecycle|package|command|config_(local_prefix|prefix|silent|loglevel))|INIT_CWD|NODE_|VITEST)/i;
  const settings = new Set<string>(settingsTable.map(({ name }) => name));
  const kept = Object.entries(process.env).filter(([name]) => !left.test(name) && !settings.has(name));
  return Object.fromEntries(kept);
}

/** In millions of bytes, as Docker counts. */
export function sizeOf(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sizes = names.map((name) => lstatSync(path.join(folder, name))).filter((it) => it.isFile());
  return sizes.reduce((sum, { size }) => sum + size, 0) / 1e6;
}

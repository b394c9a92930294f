#!/usr/bin/env node
/** `npm create porchlight my-site`: makes the folder of a site. `-- --empty` leaves the sample content out. Any Node can run it. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const template = join(dirname(fileURLToPath(import.meta.url)), 'template');
/** A folder that a Git host has made may have these. */
const harmless = ['.git', '.DS_Store'];
const usage = 'Name one folder: npm create porchlight my-site. With -- --empty it has no sample content.';

try {
  run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function run(args) {
  const unknown = args.find((argument) => argument.startsWith('-') && argument !== '--empty');
  if (unknown) throw new Error(`There is no option ${unknown}. ${usage}`);
  const [given = 'my-site', ...others] = args.filter((argument) => argument !== '--empty');
  if (others.length > 0) throw new Error(usage);
  const folder = resolve(given);
  requireFree(folder);
  makeSite(folder, args.includes('--empty'));
  const place = relative('', folder) || '.';
  console.log(`The site is in ${place}. To see it:\n`);
  for (const line of [...(place === '.' ? [] : [`cd ${place}`]), 'npm install', 'npm start'])
    console.log(`  ${line}`);
}

function requireFree(folder) {
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => !harmless.includes(name)) : [];
  if (found.length > 0)
    throw new Error(`${folder} is not empty: it has ${found.slice(0, 3).join(', ')}. Name another folder.`);
}

/** Made elsewhere and then moved to its place, so that a failure leaves nothing. A folder that exists may be a disk of its own: it is made inside. */
function makeSite(folder, isEmpty) {
  const exists = existsSync(folder);
  const place = exists ? folder : dirname(folder);
  mkdirSync(place, { recursive: true });
  const work = join(place, `.${basename(folder)}-${process.pid}`);
  try {
    cpSync(join(template, 'site'), work, {
      recursive: true,
      filter: (from) => !(isEmpty && isSample(relative(join(template, 'site'), from))),
    });
    if (isEmpty) cpSync(join(template, 'empty'), work, { recursive: true });
    renameSync(join(work, 'gitignore'), join(work, '.gitignore'));
    mkdirSync(join(work, 'supabase', 'migrations'), { recursive: true });
    const file = join(work, 'package.json');
    const manifest = { ...JSON.parse(readFileSync(file, 'utf8')), name: toPackageName(folder) };
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
    if (exists) for (const name of readdirSync(work)) renameSync(join(work, name), join(folder, name));
    else renameSync(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function isSample(file) {
  return /^(?:content|supabase[\\/]functions)[\\/]/.test(file);
}

/** As npm allows them. */
function toPackageName(folder) {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '');
  return name || 'my-site';
}

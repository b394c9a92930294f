/** What is in the folder of a site, beside what this version of the program expects there. Nothing is changed. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { readConfig } from '../../backend/config/read-config.ts';
import { programFolder, siteFolder } from '../../site-folder.ts';
import { readSiteFile } from '../admin/settings/read-site-file.ts';
import { readSettings, type Settings } from '../settings.ts';
import { compareMigrations } from './program-migrations.ts';

export interface Finding {
  /** A fault keeps the site from starting, or from being what its files say. */
  state: 'fine' | 'note' | 'fault';
  subject: string;
  message: string;
}

type Environment = Record<string, string | undefined>;

export async function examineSite(environment: Environment): Promise<Finding[]> {
  const { settings, findings } = examineEnvironment(environment);
  const config = await examineSettingsFile(environment);
  return [
    ...(await examineManifest()),
    ...findings,
    ...config,
    ...(await examineBackend(environment)),
    ...(await examineMigrations(environment)),
    // The addresses of the pages depend on the settings.
    ...(settings && config.every(({ state }) => state === 'fine') ? await examineContent(settings) : []),
  ];
}

export function describeFindings(findings: readonly Finding[]): string[] {
  const marks = {
    fine: styleText('green', '✓'),
    note: styleText('yellow', '!'),
    fault: styleText('red', '✗'),
  };
  return findings.map(
    ({ state, subject, message }) => `${marks[state]} ${subject}: ${message.trim().replaceAll('\n', '\n  ')}`,
  );
}

/** That of the site: this repository has none beside its own. */
async function examineManifest(): Promise<Finding[]> {
  const subject = 'package.json';
  const { version } = await readManifest(programFolder);
  if (siteFolder === programFolder)
    return [{ state: 'fine', subject, message: `this is Porchlight ${version} itself.` }];
  const found = await readManifest(siteFolder).catch(toManifestFault);
  if (typeof found === 'string') return [{ state: 'fault', subject, message: found }];
  const { type, dependencies, allowScripts } = found;
  const faults = [
    ...(type === 'module' ? [] : ['"type": "module" is missing: site.config.ts is a module.']),
    ...(dependencies?.porchlight
      ? []
      : ['porchlight is not among the dependencies, so that npm cannot update it: npm install porchlight']),
    ...(allowScripts?.node === false
      ? [
          'allowScripts forbids the script of the package "node", which brings the Node that the program runs on.',
        ]
      : []),
  ];
  if (faults.length > 0) return faults.map((message) => ({ state: 'fault', subject, message }));
  return [{ state: 'fine', subject, message: `Porchlight ${version} on Node ${process.versions.node}.` }];
}

interface Manifest {
  version?: string;
  type?: string;
  dependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function toManifestFault(error: unknown): string {
  if (error instanceof SyntaxError) return `it is not JSON: ${error.message}.`;
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return 'there is none, so that npm cannot update the program. Make one with "type": "module", then: npm install porchlight';
  return `it cannot be read: ${toMessage(error)}.`;
}

function examineEnvironment(environment: Environment): { settings?: Settings; findings: Finding[] } {
  const subject = 'Environment';
  try {
    const settings = readSettings(environment);
    const { supabase, databaseUrl } = settings;
    const database = supabase?.url ?? (databaseUrl ? 'the server of DATABASE_URL' : 'embedded');
    const message = `${settings.siteUrl}, with the database ${database}.`;
    return { settings, findings: [{ state: 'fine', subject, message }] };
  } catch (error) {
    return { findings: [{ state: 'fault', subject, message: toMessage(error) }] };
  }
}

async function examineSettingsFile(environment: Environment): Promise<Finding[]> {
  const subject = 'site.config.ts';
  const { site, faults } = await readSiteFile(join(siteFolder, subject), environment.GOATCOUNTER_TOKEN);
  if (site) return [{ state: 'fine', subject, message: `“${site.title}”, in ${site.language}.` }];
  return faults.map(({ line, message }) => ({
    state: 'fault',
    subject: line === undefined ? subject : `${subject}, line ${line}`,
    message,
  }));
}

async function examineBackend(environment: Environment): Promise<Finding[]> {
  const subject = 'supabase/config.toml';
  try {
    const path = environment.SUPABASE_CONFIG || join(siteFolder, 'supabase', 'config.toml');
    const { warnings } = await readConfig(path, environment);
    if (warnings.length > 0) return warnings.map((message) => ({ state: 'note', subject, message }));
    return [{ state: 'fine', subject, message: 'every key is known.' }];
  } catch (error) {
    return [{ state: 'fault', subject, message: toMessage(error) }];
  }
}

async function examineMigrations(environment: Environment): Promise<Finding[]> {
  const subject = 'supabase/migrations';
  const { missing, changed } = await compareMigrations();
  const faults = changed.map<Finding>((name) => ({
    state: 'fault',
    subject,
    message: `${name} is a file of the program, with another text. Delete it here, and write your change into a file of your own.`,
  }));
  if (missing.length > 0 && environment.SUPABASE_URL?.trim())
    faults.push({
      state: 'fault',
      subject,
      message: `${missing.length} of the program are not here, and \`supabase db push\` sends the hosted project nothing else. Run: npx porchlight doctor --copy-migrations`,
    });
  const message =
    missing.length > 0 ? 'your own; those of the program come with it.' : 'has all those of the program.';
  return faults.length > 0 ? faults : [{ state: 'fine', subject, message }];
}

async function examineContent(settings: Settings): Promise<Finding[]> {
  // Imported now: they import site.config.ts, which may have had a fault.
  const [{ openSiteContent }, { findSiteFaults, summarizeSiteFaults }, { createLog }, { default: site }] =
    await Promise.all([
      import('../open-site-content.ts'),
      import('../links/check-site-links.ts'),
      import('../log.ts'),
      import('../../site.config.ts'),
    ]);
  const subject = 'content';
  // The cache in DATA_DIR is that of the version that runs.
  const dataFolder = await mkdtemp(join(tmpdir(), 'porchlight-doctor-'));
  try {
    const log = createLog({ write: () => true, isTerminal: false });
    const content = await openSiteContent({ ...settings, dataFolder }, log, {});
    try {
      const summary = summarizeSiteFaults(await findSiteFaults({ content, site }));
      const { length } = content.visiblePages('owner').pages();
      if (summary === undefined)
        return [{ state: 'fine', subject, message: `${length} pages, and every link leads somewhere.` }];
      return [{ state: 'note', subject, message: summary }];
    } finally {
      await content.close();
    }
  } catch (error) {
    return [{ state: 'fault', subject, message: toMessage(error) }];
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

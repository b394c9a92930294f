/** `npm run links`: lists the links, pictures and redirects that lead nowhere. `--json`, `--external`. */
import { join } from 'node:path';
import { isGuarded } from '../../app/guard/rules.ts';
import { openContent } from '../../markdown/open-content.ts';
import site from '../../site.config.ts';
import { readSettings } from '../settings.ts';
import { StartUpError } from '../start-up-error.ts';
import { checkExternalLinks } from './check-external.ts';
import { describeSiteFaults, findSiteFaults } from './check-site-links.ts';

const flags = new Set(process.argv.slice(2));
for (const flag of flags)
  if (!['--json', '--external'].includes(flag)) exit(2, `There is no ${flag}: use --json or --external.`);

try {
  await run();
} catch (error) {
  exit(2, error instanceof StartUpError || error instanceof Error ? error.message : String(error));
}

async function run(): Promise<void> {
  const { contentFolder: folder, dataFolder } = readSettings(process.env);
  const cacheFolder = join(dataFolder, 'cache');
  const isOpen = (path: string) => !isGuarded(path, site);
  const content = await openContent({ folder, cacheFolder, watch: false, isOpen, log: () => {} });
  try {
    const faults = await findSiteFaults({ content, site });
    if (flags.has('--external')) {
      const cacheFile = join(cacheFolder, 'external-links.json');
      faults.links.push(...(await checkExternalLinks(content.externalLinks(), { cacheFile })));
    }
    const lines = describeSiteFaults(faults);
    if (flags.has('--json')) console.log(JSON.stringify(faults, null, 2));
    else if (lines.length > 0) console.log(lines.join('\n'));
    else console.log('Every link leads somewhere.');
    process.exitCode = lines.length > 0 ? 1 : 0;
  } finally {
    await content.close();
  }
}

function exit(code: number, message: string): never {
  console.error(message);
  process.exit(code);
}

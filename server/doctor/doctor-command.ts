/** `npm run doctor`: says what the folder of the site needs. `-- --copy-migrations`: copies the program's migrations into it. */
import { parseArgs } from 'node:util';
import { describeFindings, examineSite } from './examine-site.ts';
import { copyProgramMigrations } from './program-migrations.ts';

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { 'copy-migrations': { type: 'boolean', default: false } } });
  if (values['copy-migrations']) {
    const copied = await copyProgramMigrations();
    console.log(
      copied.length === 0
        ? 'supabase/migrations has all migrations of the program.'
        : `Copied into supabase/migrations: ${copied.join(', ')}`,
    );
    return;
  }
  const findings = await examineSite(process.env);
  console.log(describeFindings(findings).join('\n'));
  if (findings.some(({ state }) => state === 'fault')) process.exitCode = 1;
}

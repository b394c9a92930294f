/** The unit for systemd: systemd's own checks, and settings that the site accepts. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../server/settings.ts';
import { settingsTable } from '../../server/settings-table.ts';
import { makeFolder } from '../harness/database/folders.ts';
import { readText } from '../harness/read-tree.ts';
import { canInstall, findSystemProgram } from '../harness/system-programs.ts';

const unit = readText('deploy/porchlight.service');
const program = findSystemProgram('systemd-analyze', 'systemd');
const find = (key: string) =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

/** What a check prints, and its exit code. The site is not where the unit expects it. */
async function analyze(text: string, ...args: string[]): Promise<{ status: number | null; printed: string }> {
  const { folder, remove } = await makeFolder();
  onTestFinished(remove);
  const file = join(folder, 'porchlight.service');
  writeFileSync(file, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
  const { status, stdout, stderr } = spawnSync(program ?? '', [...args, file], { encoding: 'utf8' });
  return { status, printed: stdout + stderr };
}

if (program) {
  describe('systemd-analyze', () => {
    it('finds no fault', async () =>
      expect(await analyze(unit, 'verify')).toEqual({ status: 0, printed: '' }));
    it('would find one', async () => {
      const { printed } = await analyze(unit.replace('ProtectHome', 'ProtectHomes'), 'verify');
      expect(printed).toMatch(/Unknown key.*ProtectHomes/);
    });
    it('calls the service protected, and without these lines not', async () => {
      const rate = (text: string) => analyze(text, 'security', '--offline=true', '--threshold=40');
      expect(await rate(unit)).toMatchObject({ status: 0 });
      const { status } = await rate(unit.replace(/^(Protect|Restrict|Private|Capability).*\n/gm, ''));
      expect(status).not.toBe(0);
    });
  });
}

describe('the unit', () => {
  it('has settings that the site accepts', () => {
    const pairs = find('Environment').map((pair) => pair.split('=') as [string, string]);
    const known = new Set<string>(settingsTable.map(({ name }) => name));
    expect(pairs.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
    expect(readSettings(Object.fromEntries(pairs))).toMatchObject({
      siteUrl: 'https://example.com',
      dataFolder: `/var/lib/${find('StateDirectory')}`,
    });
  });

  it('lets the site compile code, write its content, and close in its own order', () => {
    expect(find('MemoryDenyWriteExecute')).toEqual([]);
    const content = /CONTENT_DIR=(\S+)/.exec(unit)?.[1] ?? '';
    expect(find('ReadWritePaths').join(' ').split(' ')).toContain(content);
    expect(find('KillMode')).toEqual(['mixed']);
    // server/shutdown.ts gives up after 15.
    expect(Number(find('TimeoutStopSec'))).toBeGreaterThan(15);
  });
});

it('systemd-analyze is there in CI, or its absence is printed', () => {
  if (canInstall()) expect(program).toBeDefined();
});

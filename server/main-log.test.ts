/** The log of the whole process: for people in a terminal, for programs elsewhere, or as it is set. */
import { describe, expect, it } from 'vitest';
import { prepareSiteProcesses } from '../tests/harness/site-processes.ts';

const { start } = prepareSiteProcesses();

const escapeCode = '\u001b';

/** What the site prints from its start to its end, with one request in between. */
async function readLog(settings: Record<string, string>, command?: string[]): Promise<string> {
  const site = start(settings, command);
  const { url } = await site.address();
  await fetch(`${url}/nowhere`);
  await expect.poll(site.output).toContain('/nowhere');
  // In a terminal it is ended by Ctrl-C, because `script` would not pass on a signal.
  if (command) site.child.stdin?.write('\u0003');
  else site.child.kill('SIGINT');
  await site.exit;
  return site.output();
}

// `script` of Linux gives a program a terminal.
describe('in a terminal', () => {
  const inTerminal = ['script', '-qefc', 'node main.ts', '/dev/null'];
  const terminal = { TERM: 'xterm-256color' };

  it('a request is one short line with colors', async () => {
    expect(await readLog(terminal, inTerminal)).toContain(
      `${escapeCode}[33m404${escapeCode}[39m GET /nowhere `,
    );
  });

  it('NO_COLOR removes the colors', async () => {
    const output = await readLog({ ...terminal, NO_COLOR: '1' }, inTerminal);
    expect(output).toContain('  404 GET /nowhere (');
    expect(output).not.toContain(escapeCode);
  });

  it('LOG_FORMAT=json writes JSON', async () => {
    expect(await readLog({ ...terminal, LOG_FORMAT: 'json' }, inTerminal)).toContain(
      '"method":"GET","path":"/nowhere","status":404',
    );
  });
});

describe('without a terminal', () => {
  it('each line is JSON', async () => {
    const lines = (await readLog({})).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ path: '/nowhere', status: 404 }),
    );
  });

  it('LOG_FORMAT=text writes lines for people, without colors', async () => {
    const output = await readLog({ LOG_FORMAT: 'text', FORCE_COLOR: '1' });
    expect(output).toContain('  404 GET /nowhere (');
    expect(output).not.toContain(escapeCode);
  });
});

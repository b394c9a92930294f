import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** The input of the search. Tests pass a machine of their own. */
export interface Machine {
  env: Record<string, string | undefined>;
  platform: NodeJS.Platform;
  /** Where Playwright installs its own Chromium, whether it exists or not. */
  playwrightBrowser: string;
  /** Fetches a Chromium and prints one line about it. */
  install(): void;
}

const commandNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const shellName = 'chromium-headless-shell';

/**
 * The Chromium that the browser tests drive: `CHROMIUM_PATH`, one that is installed, Playwright's own, or, when the
 * machine has none, one that is installed now. It never returns nothing: the tests would be skipped unnoticed.
 */
export function findBrowser(machine: Machine = thisMachine()): string {
  const wanted = machine.env.CHROMIUM_PATH;
  if (wanted) {
    if (isProgram(wanted)) return wanted;
    throw new Error(
      `CHROMIUM_PATH is "${wanted}", which is not a program. Set it to a Chromium, or leave it unset.`,
    );
  }
  const found = findInstalled(machine);
  if (found) return found;
  machine.install();
  const installed = findInstalled(machine);
  if (installed) return installed;
  throw new Error(
    'No Chromium was found and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH.',
  );
}

/**
 * The Chromium without windows and menus, if it is installed: the same engine, with less work for each page that is opened. It does not fill
 * in forms, and has no back/forward cache. Else the other one.
 */
export function findLightBrowser(machine: Machine = thisMachine()): string {
  const browser = findBrowser(machine);
  return (machine.env.CHROMIUM_PATH ? undefined : findOnPath(machine, [shellName])) ?? browser;
}

/**
 * Disabled features: the two popups of the address bar, which are invisible here and take a process each beside every page; and
 * those that Playwright disables itself, because only the last such list counts.
 */
const unwanted = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch', 'TcpPortRandomizationWin'],
];

/** Command-line flags that keep a test's Chromium quiet; root has no sandbox to run in. */
export function browserArguments(isRoot: boolean = process.getuid?.() === 0): string[] {
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const silent = ['--disable-component-update', '--disable-sync'];
  return [
    ...(isRoot ? ['--no-sandbox'] : []),
    ...quiet,
    ...silent,
    `--disable-features=${unwanted.join(',')}`,
  ];
}

function findInstalled(machine: Machine): string | undefined {
  return (
    findOnPath(machine, commandNames) ??
    [...defaultInstallPaths(machine), machine.playwrightBrowser].find(isProgram)
  );
}

function findOnPath({ env, platform }: Machine, names: readonly string[]): string | undefined {
  const suffix = platform === 'win32' ? '.exe' : '';
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name + suffix))).find(isProgram);
}

function defaultInstallPaths({ platform, env }: Machine): string[] {
  if (platform === 'darwin') {
    const applications = ['/Applications', path.join(env.HOME ?? '/', 'Applications')];
    return applications.flatMap((folder) => [
      path.join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      path.join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
    ]);
  }
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
    return roots
      .filter((root) => root !== undefined)
      .flatMap((root) => [
        path.join(root, 'Google/Chrome/Application/chrome.exe'),
        path.join(root, 'Chromium/Application/chrome.exe'),
      ]);
  }
  return [];
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function thisMachine(): Machine {
  return {
    env: process.env,
    platform: process.platform,
    playwrightBrowser: chromium.executablePath(),
    install: installBrowser,
  };
}

function installBrowser(): void {
  const asRoot = process.getuid?.() === 0;
  if (asRoot && isProgram('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-q'], env);
    const { status } = spawnSync('apt-cache', ['show', shellName], { env, stdio: 'ignore' });
    const names = status === 0 ? ['chromium', shellName] : ['chromium'];
    console.log(`No Chromium here: installing ${names.join(' and ')} with apt-get.`);
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], env);
    return;
  }
  console.log('No Chromium here: fetching the one Playwright brings (npx playwright install chromium).');
  const cli = path.join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
  run(process.execPath, [cli, 'install', 'chromium'], process.env);
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv): void {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
  if (status === 0) return;
  const reason = error ? error.message : `it ended with code ${status}`;
  throw new Error(
    `"${command} ${args.join(' ')}" failed: ${reason}. Install Chromium by hand or set CHROMIUM_PATH.`,
  );
}

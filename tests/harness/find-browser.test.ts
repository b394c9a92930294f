import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browserArguments, findBrowser, findLightBrowser, type Machine } from './find-browser.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-browser-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function program(name: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, 0o755);
  return file;
}

function machine(parts: Partial<Machine> = {}): Machine {
  const install = () => expect.unreachable('nothing should be installed');
  return { env: {}, platform: 'linux', playwrightBrowser: path.join(folder, 'none'), install, ...parts };
}

test('CHROMIUM_PATH wins over what is installed', () => {
  program('bin/chromium');
  const chosen = program('elsewhere/my-chromium');
  const env = { CHROMIUM_PATH: chosen, PATH: path.join(folder, 'bin') };
  expect(findBrowser(machine({ env }))).toBe(chosen);
});

test('a CHROMIUM_PATH that is no program is an error', () => {
  program('bin/chromium');
  const env = { CHROMIUM_PATH: path.join(folder, 'gone'), PATH: path.join(folder, 'bin') };
  expect(() => findBrowser(machine({ env }))).toThrow(/CHROMIUM_PATH is ".*gone".*not a program/);
});

test.each(['chromium', 'google-chrome', 'chrome'])('%s on the PATH is found', (name) => {
  const file = program(`bin/${name}`);
  const env = { PATH: [path.join(folder, 'empty'), path.join(folder, 'bin')].join(path.delimiter) };
  expect(findBrowser(machine({ env }))).toBe(file);
});

test('the Chromium without windows is taken where it is enough, unless CHROMIUM_PATH names another', () => {
  const chromium = program('bin/chromium');
  const env = { PATH: [path.join(folder, 'bin'), path.join(folder, 'other')].join(path.delimiter) };
  expect(findLightBrowser(machine({ env }))).toBe(chromium);
  const shell = program('other/chromium-headless-shell');
  expect(findLightBrowser(machine({ env }))).toBe(shell);
  expect(findBrowser(machine({ env }))).toBe(chromium);
  expect(findLightBrowser(machine({ env: { ...env, CHROMIUM_PATH: chromium } }))).toBe(chromium);
});

test('Chrome in its default location on macOS is found', () => {
  const file = program('Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
  expect(findBrowser(machine({ platform: 'darwin', env: { HOME: folder } }))).toBe(file);
});

test('Chrome in its default location on Windows is found', () => {
  const file = program('Google/Chrome/Application/chrome.exe');
  expect(findBrowser(machine({ platform: 'win32', env: { PROGRAMFILES: folder } }))).toBe(file);
});

test("Playwright's own browser is taken when nothing else is there", () => {
  const playwrightBrowser = program('playwright/chrome');
  expect(findBrowser(machine({ playwrightBrowser }))).toBe(playwrightBrowser);
});

test('a machine without a browser gets one installed', () => {
  const env = { PATH: path.join(folder, 'bin') };
  const install = () => void program('bin/chromium');
  expect(findBrowser(machine({ env, install }))).toBe(path.join(folder, 'bin/chromium'));
});

test('an installation without a browser as its result is an error that says what to do', () => {
  expect(() => findBrowser(machine({ install: () => undefined }))).toThrow(/Install Chromium.*CHROMIUM_PATH/);
});

test('only root runs without the sandbox', () => {
  expect(browserArguments(true)).toContain('--no-sandbox');
  expect(browserArguments(false)).not.toContain('--no-sandbox');
});

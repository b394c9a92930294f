import { fetchJson } from './fetch-json.ts';
import { newVersion } from './new-version.ts';

/** The current build, its manifest, and whether there is a newer build. */

interface BuildMeta {
  id: string;
  timestamp: number;
  /** Of the pages that a browser makes on an exported site, those that are files. Empty for the running server. */
  prerendered: string[];
}

const hourMs = 60 * 60 * 1000;

export const buildId = (): string => document.documentElement.dataset.build ?? '';

let meta: Promise<BuildMeta> | undefined;

/** One shared promise. A failed or malformed read is forgotten, so that the next call tries again. */
export function readBuildMeta(): Promise<BuildMeta> {
  meta ??= fetchMeta().catch((error: unknown) => {
    meta = undefined;
    throw error;
  });
  return meta;
}

/** On an exported site: whether a page that the browser could make itself is a file. */
export async function isPrerendered({ pathname }: Pick<URL, 'pathname'>): Promise<boolean> {
  const found = await readBuildMeta().catch(() => undefined);
  return found?.prerendered.includes(pathname) ?? false;
}

async function fetchMeta(): Promise<BuildMeta> {
  // In development there are no builds, so none can be outdated.
  if (import.meta.env.DEV) return { id: buildId(), timestamp: 0, prerendered: [] };
  const { status, body } = await fetchJson(`/builds/meta/${buildId()}.json`);
  if (isGone(status)) newVersion.announce();
  if (status !== 200) throw new Error(`The build manifest answered ${status}.`);
  if (!isBuildMeta(body)) throw new Error('The build manifest is malformed.');
  return body;
}

const isGone = (status: number) => status === 404 || status === 403;

function isBuildMeta(body: unknown): body is BuildMeta {
  return (
    typeof body === 'object' && body !== null && 'prerendered' in body && Array.isArray(body.prerendered)
  );
}

let timer: ReturnType<typeof setInterval> | undefined;
let checkedAt = 0;

/** Checks for a newer build now, silently: a user who is offline cannot do anything about it. */
async function checkForNewBuild(): Promise<void> {
  checkedAt = Date.now();
  try {
    const { status, body: latest } = await fetchJson(`/builds/latest.json?${checkedAt}`);
    const id = status === 200 ? Object(latest).id : undefined;
    if (typeof id === 'string' && id !== buildId()) newVersion.announce();
    else {
      const current = await fetchJson(`/builds/meta/${buildId()}.json`, { cache: 'no-cache' });
      if (isGone(current.status)) newVersion.announce();
    }
  } catch {
    return;
  }
  if (newVersion.isKnown()) stopWatching();
}

/** Checks every hour from now, and when a tab becomes visible after more than an hour. Stops once a newer build is known. */
export function watchForNewBuilds(): void {
  if (import.meta.env.DEV) return;
  checkedAt = Date.now();
  timer = setInterval(checkForNewBuild, hourMs);
  document.addEventListener('visibilitychange', checkWhenVisible);
}

function checkWhenVisible(): void {
  if (document.visibilityState === 'visible' && Date.now() - checkedAt > hourMs) void checkForNewBuild();
}

function stopWatching(): void {
  clearInterval(timer);
  document.removeEventListener('visibilitychange', checkWhenVisible);
}

/** Reads the manifest one second after the page is ready and idle, never on slow-2g or without a connection. */
export function readBuildMetaWhenIdle(): void {
  if (!navigator.onLine || connection()?.effectiveType === 'slow-2g') return;
  setTimeout(() => {
    whenIdle(() => {
      readBuildMeta().catch(() => undefined);
    });
  }, 1000);
}

export interface Connection {
  effectiveType?: string;
  saveData?: boolean;
}

/** The Network Information API, where the browser has it. */
export function connection(): Connection | undefined {
  return 'connection' in navigator ? (navigator.connection as Connection) : undefined;
}

export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 1);
}

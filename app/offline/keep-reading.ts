/** The page's side of reading offline: registers the service worker, and tells it which pages were read. Loaded after the first touch or key. */
import type { DataRouter } from 'react-router';
import site from '../../site.config.ts';
import { wordsAt } from '../current-site.ts';
import { buildId } from '../runtime/build-manifest.ts';
import { readLocalStorage, writeLocalStorage } from '../runtime/local-storage.ts';
import { prefixOf } from '../site-language.ts';
import { buildHeader, type KeepMessage, offlinePath, pagesCache, removeKeptPages } from './kept-pages.ts';

const choiceKey = 'offline';

/** Not in old browsers, and not without https. */
export function canKeepPages(): boolean {
  return 'serviceWorker' in navigator && 'caches' in globalThis;
}

export function isKeepingPages(): boolean {
  return readLocalStorage(choiceKey) !== 'off';
}

/** Off: nothing of it stays in this browser but the choice. */
export async function setKeepingPages(keeps: boolean): Promise<void> {
  writeLocalStorage(choiceKey, keeps ? null : 'off');
  if (keeps) return keepOfflinePage();
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
  await removeKeptPages();
}

export async function removeAllPages(): Promise<void> {
  await removeKeptPages();
  await keepOfflinePage();
}

/** From now on, the current page and those that the router shows after it. `loadOfflinePage` fetches the script of `/offline`. */
export async function keepReading(router: DataRouter, loadOfflinePage: () => Promise<void>): Promise<void> {
  if (!canKeepPages()) return;
  addEventListener('online', offerNewest);
  let shown: unknown;
  const keepShown = () => {
    const { location, navigation, errors } = router.state;
    if (navigation.state !== 'idle' || location.pathname === shown) return;
    shown = location.pathname;
    if (!errors) void keep(location.pathname + location.search);
  };
  router.subscribe(keepShown);
  keepShown();
  await keepOfflinePage(loadOfflinePage);
}

/** The note above a kept page was right until now. */
function offerNewest(): void {
  const note = document.querySelector('.offline-note > span');
  if (!note) return;
  const words = wordsAt(location.pathname).offline;
  const link = document.createElement('a');
  link.textContent = words.showNewest;
  link.href = location.href;
  link.addEventListener('click', () => location.reload());
  note.replaceChildren(`${words.onlineAgain} `, link);
}

/** Called on that page itself, its script is there. */
async function keepOfflinePage(load?: () => Promise<void>): Promise<void> {
  if (!isKeepingPages()) return;
  const path = prefixOf(location.pathname, site) + offlinePath;
  const pages = await caches.open(pagesCache);
  const kept = await pages.match(path);
  if (kept?.headers.get(buildHeader) === buildId()) return;
  await load?.();
  await keep(path);
}

/** Not what is shown from there already. */
async function keep(path: string): Promise<void> {
  if (!isKeepingPages() || document.documentElement.dataset.kept !== undefined) return;
  const registration = await navigator.serviceWorker.register('/service-worker.js');
  // Some browsers refuse, as for a private window.
  if (!registration) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: path, build: buildId(), files: listLoadedFiles() } satisfies KeepMessage);
}

/** The scripts, styles and fonts that this document has loaded. */
function listLoadedFiles(): string[] {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const ours = addresses.filter(
    ({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'),
  );
  return [...new Set(ours.map(({ pathname }) => pathname))];
}

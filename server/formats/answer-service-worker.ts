import type { AnswerFormat } from './format-context.ts';

/** For browsers that have a worker of an earlier time: it removes what that one has kept, and itself. */
const removingWorker = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) if (name.startsWith('offline-')) await caches.delete(name);
  await registration.unregister();
}
`;

/** GET /service-worker.js: app/offline/service-worker.ts as it was built. In development nothing is built, and nothing may be kept. */
export const answerServiceWorker: AnswerFormat = async (context, request, [path = '']) => {
  const { site, serviceWorker = removingWorker } = context;
  return context.answer(request, path, async () => ({
    type: 'text/javascript; charset=utf-8',
    body: site.offline === false ? removingWorker : serviceWorker,
    headers: { 'cache-control': 'no-cache' },
  }));
};

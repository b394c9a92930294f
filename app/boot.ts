/**
 * The boot script: inlined into every page, at most 2 kB. It sets the theme and the signed-in mark before the first
 * paint, sends the page view, and loads React when it is needed: on the first intent, and on interactive pages by itself.
 */
import { sendPageView } from './runtime/page-view.ts';
import { applyStoredTheme } from './runtime/theme.ts';

const { dataset } = document.documentElement;
const { entry, eager, callback } = dataset;

// A provider or a link that was given no address of its own leads back to the home page; the callback page knows what to do.
if (callback && location.pathname !== callback && /[#&](access_token|error_description)=/.test(location.hash))
  location.replace(callback + location.search + location.hash);

applyStoredTheme();
if (/(^|; )sb-(access|refresh)-token=[^;]/.test(document.cookie)) dataset.signedIn = '';

// A prerendered page counts when it is shown, and a page that comes back from the back/forward cache counts again.
const view = () => sendPageView(location.pathname, document.referrer);
if ((document as { prerendering?: boolean }).prerendering) {
  document.addEventListener('prerenderingchange', view, { once: true });
} else view();
addEventListener('pageshow', (event) => event.persisted && sendPageView(location.pathname));

const intents = ['pointerover', 'touchstart', 'focusin'] as const;
/** The buttons that were clicked before React was there, each once: whoever sees nothing happen clicks again and means the same. */
const clicked = new Set<HTMLElement>();
/** The form that was sent last. */
let sent: HTMLFormElement | undefined;
let loading: Promise<void> | undefined;
/** Ends the waiting for intents. */
const waiting = new AbortController();
const { signal } = waiting;

/** Only called on pages that have an entry: nothing else listens. */
function load(): void {
  if (loading) return;
  loading = import(/* @vite-ignore */ entry as string)
    .then((module: { ready: Promise<void> }) => module.ready)
    .then(finish, finish);
}

/** The page is painted and the reader can read and scroll; whoever touches a control before this loads React at once. */
function loadWhenIdle(): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 1000 });
  else setTimeout(load, 50);
}

function finish(): void {
  waiting.abort();
  for (const button of clicked) button.click();
  sent?.requestSubmit();
}

function onIntent({ target }: Event): void {
  if (target instanceof Element && target.closest('a,summary,button,input,select,textarea')) load();
}

/** What is repeated does not go on to React, which may be there in a moment: it would be done twice. */
function onClick(event: Event): void {
  const button = (event.target as Partial<Element>).closest?.('button');
  if (!button || (button.form && button.type === 'submit')) return;
  event.stopPropagation();
  load();
  clicked.add(button);
}

function onSubmit(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
  load();
  sent = event.target as HTMLFormElement;
}

if (entry) {
  for (const intent of intents) addEventListener(intent, onIntent, { passive: true, signal });
  addEventListener('click', onClick, { capture: true, signal });
  addEventListener('submit', onSubmit, { capture: true, signal });
  if (eager !== undefined) addEventListener('load', loadWhenIdle);
}

/**
 * The boot script: inlined into every page, at most 2.3 kB. It sets the theme and the signed-in mark before the first
 * paint, sends the page view, and loads React when it is needed: on the first intent, and on interactive pages by itself.
 * It loads the search dialog when it is asked for.
 */
import { readLocalStorage } from './runtime/local-storage.ts';
import { ownersBrowserKey, sendPageView } from './runtime/page-view.ts';
import { applyStoredTheme } from './runtime/theme.ts';

const { dataset } = document.documentElement;
const { entry, eager, callback, search } = dataset;

// A provider or link without a redirect address of its own leads to the home page; the callback page handles the answer.
// A static host may have added a slash to that page's path.
const { pathname, hash } = location;
if (!pathname.startsWith(callback as string) && /[#&](access_token|error_description)=/.test(hash))
  location.replace(callback + location.search + hash);

applyStoredTheme();
if (/(^|; )sb-(access|refresh)-token=[^;]/.test(document.cookie)) dataset.signedIn = '';

// A prerendered page counts when it is shown, and a page that comes back from the back/forward cache counts again.
const view = () => sendPageView(pathname, document.referrer);
if ((document as { prerendering?: boolean }).prerendering) {
  document.addEventListener('prerenderingchange', view);
} else view();
addEventListener('pageshow', (event) => event.persisted && sendPageView(location.pathname));

const intents = ['pointerover', 'touchstart', 'focusin'] as const;
/** Buttons that were clicked before hydration, each once: a user who sees no effect clicks again and means the same. */
const clicked = new Set<HTMLElement>();
/** The form that was submitted last. */
let sent: HTMLFormElement | undefined;
let loading: Promise<void> | undefined;
/** Removes the listeners for intents. */
const waiting = new AbortController();
const { signal } = waiting;

/** Called only on pages that have an entry: no other page has listeners. */
function load(): void {
  if (loading) return;
  loading = import(/* @vite-ignore */ entry as string)
    .then((module: { ready: Promise<void> }) => module.ready)
    .then(finish, finish);
}

/** Waits until the page is painted. A user who touches a control before that loads React at once. */
function loadWhenIdle(): void {
  // Where there is no idle callback, the timer takes the options for no time at all.
  (self.requestIdleCallback || setTimeout)(load, { timeout: 1000 });
}

function finish(): void {
  waiting.abort();
  for (const button of clicked) button.click();
  sent?.requestSubmit();
}

function onIntent({ target }: Event): void {
  if ((target as Partial<Element>).closest?.('a,summary,button,input,select,textarea')) load();
}

/** A click that is replayed is stopped here: React may hydrate in the same moment, and would handle it twice. */
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

/** What was typed since the search dialog was asked for; undefined when it is not being loaded. */
let typed: string | undefined;

/** A click on the search link, ⌘K, Ctrl K or `/` opens the search dialog. One function for all of them is the shortest. */
function onSearch(event: Event): void {
  const { key } = event as KeyboardEvent;
  // The field itself, also inside a shadow root as that of the editor: there `/` is a letter.
  const [target] = event.composedPath() as [Element];
  const command = (event as KeyboardEvent).metaKey || (event as KeyboardEvent).ctrlKey;
  if (key && typed != null) typed += key[1] ? '' : key;
  else if (
    key
      ? key === 'k'
        ? command
        : key === '/' && !target.matches(':read-write')
      : !command && target.closest('.to-search')
  ) {
    typed = '';
    import(/* @vite-ignore */ search as string).then(
      (dialog) => {
        typed = dialog.open(typed);
      },
      () => {
        location.href = '/search';
      },
    );
  } else return;
  event.preventDefault();
}

for (const type of ['keydown', 'click']) addEventListener(type, onSearch, true);
if (entry) {
  for (const intent of intents) addEventListener(intent, onIntent, { passive: true, signal });
  addEventListener('click', onClick, { capture: true, signal });
  addEventListener('submit', onSubmit, { capture: true, signal });
  // An owner's page follows its file, and so does every page during development.
  if (eager != null || import.meta.env.DEV || readLocalStorage(ownersBrowserKey))
    addEventListener('load', loadWhenIdle);
}

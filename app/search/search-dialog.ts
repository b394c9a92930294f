/**
 * The search dialog: a field and a list, without React. The boot script imports it when a visitor asks for it (decision 70). The field is a
 * combobox of ARIA: the focus stays in it, and the arrow keys choose among the results.
 */

import type { SearchAnswer } from '../../markdown/search/search-answer.ts';
import { type SearchWords, searchWordsIn } from '../words/words.ts';
import { createAsker } from './ask.ts';
import { createChoices } from './choices.ts';
import { create } from './create-element.ts';
import { createParts } from './create-parts.ts';
import styles from './search-dialog.css?inline';
import { describeCount, listResults, note } from './show-answer.ts';

/** While pages are still being read and none of them matches. */
const againMs = 1000;

let dialog: (ReturnType<typeof createDialog> & { language: string }) | undefined;

/** `typed` are the letters that were typed while this file was loaded. */
export function open(typed = ''): void {
  const { lang } = document.documentElement;
  if (!dialog) addStyles();
  // A visitor may have gone to a page in another language.
  if (dialog?.language !== lang) {
    dialog?.remove();
    dialog = { ...createDialog(searchWordsIn(lang), lang), language: lang };
  }
  dialog.open(typed);
}

function addStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}

/** Each language has its own search: the link of the page leads to it. */
function readSearchPath(): string {
  return document.querySelector<HTMLAnchorElement>('.to-search')?.pathname ?? '/search';
}

function createDialog(words: SearchWords, language: string) {
  const path = readSearchPath();
  const { element, field, close, notes, list, status, all, foot, body } = createParts(words);
  document.body.append(element);

  const choices = createChoices(field, list);

  function show(content: Node[], results: Node[], announcement: string): void {
    notes.replaceChildren(...content);
    list.replaceChildren(...results);
    field.setAttribute('aria-expanded', String(results.length > 0));
    status.textContent = announcement;
    body.scrollTop = 0;
    element.classList.remove('sd-busy');
    choices.choose(0);
  }

  function showAnswer(answer: SearchAnswer): void {
    const { corrected, some, total, query, indexing } = answer;
    const content: Node[] = [];
    if (corrected !== undefined)
      content.push(note(`${words.showingResultsFor} `, create('strong', {}, corrected)));
    if (some) content.push(note(words.someWords));
    if (indexing) content.push(note(words.stillReading));
    else if (total === 0)
      content.push(
        note(`${words.nothingFoundFor} `, create('strong', {}, query), '.'),
        note(
          `${words.checkSpelling} `,
          create('a', { href: path.replace(/search$/, 'posts') }, words.allArticles),
          '.',
        ),
      );
    const count = describeCount(answer, words, language);
    all.textContent = total === 0 ? words.howToSearch : words.showResults(count);
    setAddress(query);
    foot.hidden = false;
    show(content, listResults(answer, words), count);
    if (indexing && total === 0) setTimeout(askAgain, againMs, field.value);
  }

  /** Unless the visitor has asked something else meanwhile. */
  function askAgain(question: string): void {
    if (element.open && field.value === question) asker.ask(question);
  }

  /** Where Enter leads when no result is chosen. */
  function setAddress(question: string): void {
    all.href = `${path}?q=${encodeURIComponent(question)}`;
  }

  const asker = createAsker(`${path}.json`, {
    onBusy: () => element.classList.add('sd-busy'),
    onAnswer: showAnswer,
    onRefused: (message) => show([note(message)], [], message),
    onFault() {
      const again = create('button', { class: 'sd-again' }, words.tryAgain);
      again.addEventListener('click', (event) => {
        event.preventDefault();
        field.focus();
        asker.ask(field.value);
      });
      show([note(`${words.searchUnreachable} `, again)], [], words.searchUnreachable);
    },
    onEmpty() {
      foot.hidden = true;
      show([note(words.searchHint)], [], '');
    },
  });

  function follow(inNewTab: boolean): void {
    const target = choices.chosen() ?? (field.value.trim() ? all : undefined);
    if (!target) return;
    if (inNewTab) window.open(target.href, '_blank', 'noopener');
    else target.click();
  }

  /** A field that is hidden keeps the focus for a moment, and would take the next key. */
  function leave(): void {
    field.blur();
    element.close();
  }

  field.addEventListener('input', () => {
    setAddress(field.value.trim());
    asker.ask(field.value);
  });
  field.addEventListener('keydown', (event) => {
    // The keys belong to the input method while it composes a word.
    if (event.isComposing) return;
    if (event.key === 'Enter') follow(event.metaKey || event.ctrlKey);
    else if (event.key === 'Escape') leave();
    else if (!choices.move(event.key)) return;
    event.preventDefault();
  });
  close.addEventListener('click', (event) => {
    event.preventDefault();
    element.close();
  });
  element.addEventListener('click', (event) => {
    const isLink = event.target instanceof Element && event.target.closest('a');
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey;
    // A click beside it is on the dialog itself.
    if (event.target === element || (isLink && isPlain)) element.close();
  });

  return {
    remove: () => element.remove(),
    open(typed: string): void {
      if (!element.open) element.showModal();
      if (typed !== '') field.value = typed;
      setAddress(field.value.trim());
      field.focus();
      field.setSelectionRange(typed === '' ? 0 : field.value.length, field.value.length);
      asker.ask(field.value);
    },
  };
}

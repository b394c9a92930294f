import type { SearchWords } from '../words/words.ts';
import { create } from './create-element.ts';

const listId = 'search-list';

/** The elements of the dialog. */
export function createParts(words: SearchWords) {
  const field = create('input', {
    type: 'text',
    placeholder: words.searchSite,
    role: 'combobox',
    'aria-label': words.searchSite,
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': listId,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'search',
    maxlength: '200',
  });
  const close = create('button', { class: 'sd-close' }, words.close);
  const notes = create('div', { class: 'sd-notes' });
  const list = create('div', { id: listId, role: 'listbox', 'aria-label': words.results });
  const status = create('p', { class: 'sd-status', role: 'status' });
  const all = create('a', { class: 'sd-all' });
  const foot = create(
    'div',
    { class: 'sd-foot' },
    all,
    create('span', { class: 'sd-keys', 'aria-hidden': 'true' }, words.searchKeys),
  );
  const body = create('div', { class: 'sd-body' }, notes, list);
  // Buttons of a form that submit are left alone by the boot script, which keeps the clicks on others for React.
  const form = create(
    'form',
    { class: 'sd-form' },
    create('div', { class: 'sd-head' }, field, close),
    body,
    foot,
  );
  const element = create('dialog', { class: 'search-dialog', 'aria-label': words.search }, form, status);
  return { element, field, close, notes, list, status, all, foot, body };
}

import type { ContactFault, ContactWords } from '../article-words.ts';
import { writeNames } from '../attributes.ts';
import { escapeHtml } from '../escape-html.ts';
import { addIsland, type WritePart } from '../part-type.ts';

/**
 * A form for messages to the owners. It works without a script: supabase/functions/contact leads back to this page, and the fragment of the
 * address shows one of the messages here. Its button is an island, which shows the same messages without leaving the page.
 */
export const writeContactForm: WritePart = (attributes, _children, page) => {
  const { contact } = page.words;
  if (page.contactAddress === undefined) return `<p class="notice">${escapeHtml(contact.off)}</p>`;
  const button = addIsland(page, {
    component: 'ContactButton',
    props: { label: contact.send, pendingLabel: contact.sending },
  });
  const outcomes =
    `<p class="notice" id="contact.sent">${escapeHtml(contact.sent)}</p>` +
    writeFaults(['too-many', 'failed'], contact, 'notice notice-fault');
  return (
    `<form${writeNames('contact-form', attributes)} method="post" action="${escapeHtml(page.contactAddress)}">` +
    writeField('name', ['name-missing', 'name-long'], contact) +
    writeField('email', ['email-missing', 'email-invalid'], contact) +
    writeField('message', ['message-missing', 'message-long'], contact) +
    `<div class="unseen" aria-hidden="true"><label for="contact.homepage">${escapeHtml(contact.leaveEmpty)}</label>` +
    '<input id="contact.homepage" name="homepage" tabindex="-1" autocomplete="off"/></div>' +
    `${button}<div class="contact-outcome" role="status">${outcomes}</div></form>`
  );
};

type FieldName = 'name' | 'email' | 'message';

/** The lengths are those of the function. A heading's id has no full stop, so that these ids are no heading's. */
const controls: Record<FieldName, string> = {
  name: '<input class="input" id="contact.name" name="name" required="" maxlength="100" autocomplete="name"/>',
  email:
    '<input class="input" id="contact.email" name="email" type="email" required="" maxlength="254" autocomplete="email"/>',
  message:
    '<textarea class="input" id="contact.message" name="message" required="" maxlength="5000" rows="7"></textarea>',
};

function writeField(name: FieldName, faults: readonly ContactFault[], words: ContactWords): string {
  return (
    `<div class="field"><label for="contact.${name}">${escapeHtml(words[name])}</label>${controls[name]}` +
    `<div role="alert">${writeFaults(faults, words, 'field-error')}</div></div>`
  );
}

function writeFaults(faults: readonly ContactFault[], words: ContactWords, className: string): string {
  return faults
    .map(
      (fault) =>
        `<p class="${className}" id="contact.${fault}">${escapeHtml(words.faults[fault])}` +
        ` <span class="without-script">${escapeHtml(words.goBack)}</span></p>`,
    )
    .join('');
}

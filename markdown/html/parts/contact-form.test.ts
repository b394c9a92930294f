import { expect, test } from 'vitest';
import { parseTest } from '../../../tests/harness/markdown/parse-test-markdown.ts';
import { englishArticleWords } from '../article-words.ts';
import { toArticleBody } from '../to-html.ts';

async function write(markdown: string, address?: string) {
  return toArticleBody((await parseTest(markdown)).body, englishArticleWords, address);
}

test('a form is sent to the address of the function, without a script too', async () => {
  const { html, islands } = await write('::contact-form', '/functions/v1/contact');
  expect(html).toContain('<form class="contact-form" method="post" action="/functions/v1/contact">');
  for (const name of ['name', 'email', 'message', 'homepage'])
    expect(html).toMatch(
      new RegExp(`<label for="contact\\.${name}">.*<(input|textarea) [^>]*name="${name}"`),
    );
  expect(islands).toEqual([
    { component: 'ContactButton', props: { label: 'Send', pendingLabel: 'Sending …' } },
  ]);
});

test('it has a message for each outcome, at the fragment that the function leads to', async () => {
  const { html } = await write('::contact-form', '/x');
  for (const code of ['sent', ...Object.keys(englishArticleWords.contact.faults)])
    expect(html).toContain(`id="contact.${code}"`);
});

test('where nothing takes messages, there is no form and it says so', async () => {
  const { html, islands } = await write('::contact-form');
  expect(html).toBe(`<p class="notice">${englishArticleWords.contact.off}</p>`);
  expect(islands).toEqual([]);
});

/**
 * `npm run dev`: a saved component changes the open page without a reload, and saved server code restarts the server. React reports here a
 * hydration that does not match, so a component of the owner inside Markdown is tested here too.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../harness/browser-test.ts';
import { copyProject, type ProjectCopy } from '../harness/copy-project.ts';
import { followLink, isMarked, markDocument } from '../harness/react-page.ts';
import { repository } from '../harness/read-tree.ts';
import { type RunningSite, startSite } from '../harness/start-site.ts';

// One server for both tests: a second one on this machine would need another port for Vite's messages.
test.describe.configure({ mode: 'default' });
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const component = `import { type ReactNode, useId, useState } from 'react';

export default function Counter({ label, children }: { label: string; children?: ReactNode }) {
  const id = useId();
  const [count, setCount] = useState(0);
  return (
    <section aria-labelledby={id}>
      <p id={id}>{label}</p>
      <button type="button" onClick={() => setCount(count + 1)}>Counted {count}</button>
      {children}
    </section>
  );
}
`;

const article = `# Counting

:::own-counter{label="First"}
Some **words** and code:

\`\`\`sh
echo inside
\`\`\`
:::

::own-counter{label="Second & last"}

\`\`\`sh
echo outside
\`\`\`
`;

let project: ProjectCopy;
let site: RunningSite;

test.beforeAll(async () => {
  const { scripts } = JSON.parse(await readFile(path.join(repository, 'package.json'), 'utf8')) as {
    scripts: { dev: string };
  };
  const [, ...command] = scripts.dev.split(' ');
  project = await copyProject();
  await addOwnComponent();
  site = await startSite({ root: project.root, command });
});
test.afterAll(async () => {
  await site.stop();
  await project.remove();
});

async function replaceIn(file: string, before: string, after: string): Promise<void> {
  const text = await readFile(path.join(project.root, file), 'utf8');
  expect(text).toContain(before);
  await writeFile(path.join(project.root, file), text.replace(before, after));
}

async function addOwnComponent(): Promise<void> {
  await mkdir(path.join(project.root, 'content/components'));
  await writeFile(path.join(project.root, 'content/components/counter.tsx'), component);
  await writeFile(path.join(project.root, 'content/posts/counting.md'), article);
  await writeFile(
    path.join(project.root, 'content/posts/faulty.md'),
    '---\ndate: soon\n---\n\n:::nope\nWords.\n:::\n',
  );
}

test('a component of the owner is rendered by the server, hydrated on its own, and changes when its file is saved', async ({
  page,
  expectMessage,
}) => {
  // The font is outside of the copied project, where Vite does not serve from.
  expectMessage(/403/);
  const address = `${site.url}/posts/counting`;
  const html = await (await fetch(address)).text();
  expect(html).toMatch(
    /<section aria-labelledby="([^"]+)"><p id="\1">First<\/p><button type="button">Counted /,
  );
  expect(html).toContain('<p>Some <strong>words</strong> and code:</p>');
  expect(html).toContain('>Second &amp; last</p>');

  await page.goto(address);
  const first = page.getByRole('region', { name: 'First' });
  const second = page.getByRole('region', { name: 'Second & last' });
  await first.getByRole('button', { name: 'Counted' }).click();
  await expect(first.getByRole('button', { name: 'Counted' })).toHaveText('Counted 1');
  await expect(second.getByRole('button')).toHaveText('Counted 0');
  // The code inside of it has its own button.
  await first.locator('figure').getByRole('button').click();
  await expect(first.locator('figure').getByRole('button')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('echo inside');
  await expect(first.getByRole('button', { name: 'Counted' })).toHaveText('Counted 1');

  await markDocument(page);
  await replaceIn('content/components/counter.tsx', 'Counted {count}', 'Clicked {count}');
  await expect(first.getByRole('button', { name: 'Clicked' })).toHaveText('Clicked 1');
  await followLink(page, '/about');
  await expect(page).toHaveURL(`${site.url}/about`);
  await page.goBack();
  await second.getByRole('button').click();
  await expect(second.getByRole('button')).toHaveText('Clicked 1');
  expect(await isMarked(page)).toBe(true);
});

test('a saved article changes the open page without a reload, and its components keep their state', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/403/);
  const listening = page.waitForResponse((response) => response.url().includes('/live-page'));
  await page.goto(`${site.url}/posts/counting`);
  expect((await listening).status()).toBe(200);
  await markDocument(page);
  const region = page.getByRole('region');
  const counter = (name: string) => page.getByRole('region', { name }).getByRole('button').first();
  await counter('First').click();
  await counter('Second').click();
  await expect(counter('Second')).toHaveText(/ 1$/);
  await replaceIn('content/posts/counting.md', 'echo inside', 'echo changed');
  await expect(page.getByText('echo changed')).toBeVisible();
  await replaceIn('content/posts/counting.md', '# Counting', '# Counting\n\n::own-counter{label="New"}');
  await expect(counter('New')).toHaveText(/ 0$/);
  await expect(region).toHaveCount(3);
  await expect(counter('First')).toHaveText(/ 1$/);
  await expect(counter('Second')).toHaveText(/ 1$/);
  await counter('New').click();
  await expect(counter('New')).toHaveText(/ 1$/);
  const ids = await page.locator('.prose [id]').evaluateAll((elements) => elements.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  await replaceIn('content/posts/counting.md', '"Second & last"', '"Third"');
  await expect(counter('Third')).toHaveText(/ 1$/);
  expect(await isMarked(page)).toBe(true);
});

test('what is wrong with the file of a page is shown on the page', async ({ page, expectMessage }) => {
  expectMessage(/403/);
  await page.goto(`${site.url}/posts/faulty`);
  const notes = page.getByRole('complementary', { name: 'Notes on this page’s file' });
  await expect(notes).toContainText('posts/faulty.md:2 "date" must be a day like 2026-11-15, got "soon"');
  await expect(notes).toContainText('posts/faulty.md:5 ":::nope" is not a component');
});

test('React and the server are reloaded when their files are saved', async ({ page, expectMessage }) => {
  // The font is outside of the copied project, where Vite does not serve from; and a restarting server is unavailable for a moment.
  expectMessage(/403|ERR_CONNECTION_REFUSED/);
  await page.goto(`${site.url}/`);
  await page.locator('html[data-react]').waitFor({ state: 'attached' });
  await markDocument(page);
  await replaceIn('app/components/section-links.tsx', 'How names come', 'The lamp is lit. How names come');
  await expect(page.getByText('The lamp is lit. How names come')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await replaceIn('server/gateway.ts', "statusResponse(200, 'ok')", "statusResponse(200, 'fine')");
  await expect
    .poll(() =>
      fetch(`${site.url}/healthz`).then(
        (answer) => answer.text(),
        () => '',
      ),
    )
    .toContain('fine');
});

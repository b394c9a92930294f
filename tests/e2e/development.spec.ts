/** `npm run dev`: a saved component changes the open page without a reload, and saved server code restarts the server. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../harness/browser-test.ts';
import { copyProject, type ProjectCopy } from '../harness/copy-project.ts';
import { isMarked, markDocument } from '../harness/react-page.ts';
import { repository } from '../harness/read-tree.ts';
import { type RunningSite, startSite } from '../harness/start-site.ts';

let project: ProjectCopy;
let site: RunningSite;

test.beforeAll(async () => {
  const { scripts } = JSON.parse(await readFile(path.join(repository, 'package.json'), 'utf8')) as {
    scripts: { dev: string };
  };
  const [, ...command] = scripts.dev.split(' ');
  project = await copyProject();
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

test('React and the server are reloaded when their files are saved', async ({ page, expectMessage }) => {
  // The font is outside of the copied project, where Vite does not serve from; and a restarting server is unavailable for a moment.
  expectMessage(/403|ERR_CONNECTION_REFUSED/);
  await page.goto(`${site.url}/about`);
  await page.locator('html[data-react]').waitFor({ state: 'attached' });
  await markDocument(page);
  await replaceIn('app/components/site-footer.tsx', 'The light is on.', 'The lamp is lit.');
  await expect(page.getByText('The lamp is lit.')).toBeVisible();
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

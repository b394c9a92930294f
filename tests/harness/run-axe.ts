import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { repository } from './read-tree.ts';

const axeSource = readFileSync(path.join(repository, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** Everything that axe finds on the page in its current state, or in a part of it, with all rules: `rule: what (where)`. */
export async function runAxe(page: Page, part = 'html'): Promise<string[]> {
  // Evaluated from outside the page, so the page's Content-Security-Policy stays unchanged. Reading it again would take longer than using it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (part) => {
    const context = part === 'html' ? document : part;
    const { violations } = await globalThis.axe.run(context, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${help} (${target.join(' ')}) ${failureSummary ?? ''}`,
      ),
    );
  }, part);
}

/** The same in both themes, one after the other on the page as it is. */
export async function runAxeInBothThemes(page: Page, part?: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await runAxe(page, part)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return found;
}

declare global {
  var axe: typeof import('axe-core');
}

/** Changes fields of a page before React has loaded, as a password manager does: without an event. */
import type { Locator, Page } from '@playwright/test';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Consistent values of the pace calculator, by the name of the field; every other field gets `em`. */
const values: Record<string, string> = { distance: '5', unit: 'mi', time: '40:00', pace: '8:00' };

/** Changes every field of the page, and returns a function that reads the values of these fields. */
export async function changeFields(page: Page): Promise<() => Promise<string[]>> {
  const fields = await page.evaluateHandle((byName) => {
    const found = [...document.querySelectorAll<Field>('input:not([type=hidden]), select, textarea')];
    const enabled = found.filter((field) => !field.disabled);
    for (const field of enabled) {
      if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = !field.checked;
      else if (field instanceof HTMLInputElement && field.type === 'radio') field.checked = true;
      else if (field instanceof HTMLSelectElement)
        field.value = byName[field.name] ?? field.options[field.options.length - 1]?.value ?? '';
      else field.value = byName[field.name] ?? 'em';
    }
    return enabled;
  }, values);
  return () =>
    fields.evaluate((all) =>
      all.map((field) => {
        const what = `${field.name || field.id}${field.isConnected ? '' : ' (gone)'}`;
        const isChosen = field instanceof HTMLInputElement && field.checked;
        return `${what}: ${field.value}${isChosen ? ' (chosen)' : ''}`;
      }),
    );
}

interface AddressField {
  name: string;
  value: string;
}

/** Chromium's own autofill, as if an entry of its list had been chosen at this field. */
export async function fillInByBrowser(page: Page, field: Locator, fields: AddressField[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await field.focus();
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: ':focus' });
  const { node } = await devtools.send('DOM.describeNode', { nodeId });
  await devtools.send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } });
}

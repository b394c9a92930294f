import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findViolations } from './field-rules.ts';
import { type FormFieldKind, formFields } from './form-fields.ts';
import { frontmatterFields } from './frontmatter-schema.ts';

test('the form has every field of the schema, in its order', () => {
  expect(formFields.map(({ name }) => name)).toEqual(Object.keys(frontmatterFields));
});

/** What a form field of each kind writes. Some fields take text of one form only. */
const written: Record<FormFieldKind, unknown> = {
  text: '/posts/first',
  'long-text': 'Some text.',
  day: '2026-11-15',
  moment: '2026-11-15 08:00',
  switch: false,
  number: 1,
  list: ['/posts/first'],
  image: { src: './a.jpg', alt: 'A' },
  choice: 'rtl',
  group: {},
};

test.each(
  formFields.map((field) => [field.name, field] as const),
)('"%s" takes what its kind writes', (name, field) => {
  const value =
    field.kind === 'group'
      ? Object.fromEntries((field.members ?? []).map((member) => [member.name, 'x']))
      : field.name === 'canonical'
        ? 'https://example.com/'
        : written[field.kind];
  expect(findViolations(frontmatterFields[name], value, [name])).toEqual([]);
  for (const choice of field.choices ?? [])
    expect(findViolations(frontmatterFields[name], choice)).toEqual([]);
  if (field.falseMeans !== undefined) expect(findViolations(frontmatterFields[name], false)).toEqual([]);
  expect([field.label, field.hint].every((words) => words.trim() !== '')).toBe(true);
});

test('the browser gets no parser with it', () => {
  const source = readFileSync(join(import.meta.dirname, 'form-fields.ts'), 'utf8');
  expect(source.match(/^import (?!type ).*$/gm)).toBeNull();
});

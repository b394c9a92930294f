import { isSafeLink } from './safe-address.ts';

/**
 * Checks an attribute: returns the value for the component, or what is wrong with the text. These are plain functions because loading a
 * schema library for the first page of every process takes as long as rendering forty pages.
 */
export type AttributeRule = (text: string) => { value: string | boolean } | { fault: string };

/** A component that an author can use in Markdown by a directive: `:::steps`, `::card{…}`, `:kbd[Ctrl]`. */
export interface KnownComponent {
  /** The component's name in the tree, and in `markdown/html/part-registry.ts` or `app/components/prose/islands.ts`. */
  name: string;
  /** It is a React component, because it is interactive. Any other component is a function that returns HTML. */
  isIsland?: true;
  /** A block stands by itself, as `:::name` or `::name`; an inline one stands in a line, as `:name[text]`. */
  form: 'block' | 'inline';
  /** What an author can set, besides `.class` and `#id`. */
  attributes: Record<string, AttributeRule>;
  /** Attributes that are always there. */
  preset?: Record<string, string>;
  /** The attribute that is meant by text in brackets: `:::tab[First]` is `:::tab{label=First}`. */
  label?: string;
  /** Attributes without which the component makes no sense. */
  required?: readonly string[];
  /** Any attribute may be set, and arrives as text. */
  takesAny?: true;
}

const calloutTypes = ['note', 'tip', 'important', 'warning', 'caution'] as const;

const nonEmptyText: AttributeRule = (text) =>
  text.trim() === '' ? { fault: 'must not be empty' } : { value: text.trim() };

const flag: AttributeRule = (text) =>
  text === 'true' || text === 'false' ? { value: text === 'true' } : { fault: 'must be true or false' };

const link: AttributeRule = (text) =>
  isSafeLink(text)
    ? { value: text }
    : { fault: 'must be an address like /posts/guide or https://example.com' };

const calloutType: AttributeRule = (text) =>
  calloutTypes.some((type) => type === text)
    ? { value: text }
    : { fault: `must be one of ${calloutTypes.join(', ')}` };

const callout = { name: 'Callout', form: 'block', label: 'title' } as const;

/**
 * Directive name → component. Adding a component: an entry here, and a function in `markdown/html/part-registry.ts` that returns its HTML; or, with
 * `isIsland`, a React component in `app/components/prose/islands.ts`.
 */
export const components: ReadonlyMap<string, KnownComponent> = new Map<string, KnownComponent>([
  [
    'callout',
    { ...callout, attributes: { type: calloutType, title: nonEmptyText }, preset: { type: 'note' } },
  ],
  ...calloutTypes.map((type): [string, KnownComponent] => [
    type,
    { ...callout, attributes: { title: nonEmptyText }, preset: { type } },
  ]),
  ['tabs', { name: 'Tabs', form: 'block', attributes: {} }],
  [
    'tab',
    { name: 'Tab', form: 'block', attributes: { label: nonEmptyText }, label: 'label', required: ['label'] },
  ],
  ['steps', { name: 'Steps', form: 'block', attributes: {} }],
  ['cards', { name: 'Cards', form: 'block', attributes: {} }],
  [
    'card',
    {
      name: 'Card',
      form: 'block',
      attributes: { title: nonEmptyText, href: link },
      label: 'title',
      required: ['title'],
    },
  ],
  [
    'bars',
    { name: 'Bars', form: 'block', attributes: { label: nonEmptyText, unit: nonEmptyText }, label: 'label' },
  ],
  [
    'details',
    {
      name: 'Details',
      form: 'block',
      attributes: { summary: nonEmptyText, open: flag },
      label: 'summary',
    },
  ],
  ['file-tree', { name: 'FileTree', form: 'block', attributes: {} }],
  ['contact-form', { name: 'ContactForm', form: 'block', attributes: {} }],
  ['badge', { name: 'Badge', form: 'inline', attributes: { type: calloutType } }],
  ['kbd', { name: 'Kbd', form: 'inline', attributes: {} }],
]);

/** Directives that begin like this are components of the owner: `::own-counter` is `content/components/counter.tsx`. The program has no such names. */
const ownPrefix = 'own-';
const ownName = /^[Oo]wn-([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/** The component of a directive. */
export function componentOf(directive: string): KnownComponent | undefined {
  const known = components.get(directive);
  if (known || !directive.startsWith(ownPrefix) || !ownName.test(directive)) return known;
  return {
    name: `Own-${directive.slice(ownPrefix.length)}`,
    isIsland: true,
    form: 'block',
    attributes: {},
    label: 'label',
    takesAny: true,
  };
}

/** The file without `.tsx` of a component of the owner, by its name in the tree or as a directive. */
export function ownComponentFile(name: string): string | undefined {
  return ownName.exec(name)?.[1];
}

/** The folder of these files, below the content folder. */
export const ownComponentsFolder = 'components';

import { componentOf, components, type KnownComponent, ownComponentFile } from '../components.ts';
import { findNearestName } from '../frontmatter/nearest-name.ts';
import { ALLOWED_TAGS, toUserClasses, USER_PREFIX } from './allowed-html.ts';
import { ATTRIBUTE_ALIASES, TYPE_ALIASES } from './component-names.ts';
import type { ParseContext } from './parse-context.ts';
import { addLinkAttributes } from './references.ts';
import type { DirectiveMeta } from './token-details.ts';
import type { TreeAttributes } from './tree.ts';

/** The component a directive stands for. Undefined, with a warning: there is none of that name and form. */
export function findComponent(
  meta: DirectiveMeta,
  form: 'block' | 'inline',
  context: ParseContext,
): KnownComponent | undefined {
  const component = componentOf(meta.name === 'accordion' ? 'details' : meta.name);
  if (component?.form === form) {
    noteOwnComponent(component, context);
    return component;
  }
  const known = [...components].flatMap(([name, { form: other }]) => (other === form ? [name] : []));
  const nearest = findNearestName(meta.name, known);
  const mark = form === 'block' ? ':::' : ':';
  const reason = component
    ? `is written ${form === 'block' ? `:${meta.name}[…] in a line` : `:::${meta.name} on a line of its own`}`
    : 'is not a component';
  const fix = component
    ? ''
    : nearest
      ? `: did you mean ${mark}${nearest}?`
      : `; there are ${known.join(', ')}`;
  context.warn(`"${mark}${meta.name}" ${reason}${fix}`);
  return undefined;
}

const TITLES = ['title', 'label', 'summary'];

/** A box around others that is no component of its own: an accordion around its items, `::: raw` of VitePress. */
export function isPlainGroup({ name, label, attributes }: DirectiveMeta): boolean {
  if (name === 'accordion') return !label && !TITLES.some((title) => attributes.has(title));
  return ['raw', 'v-pre', 'container', 'group'].includes(name);
}

/** `::div{.wide}` and `:sup[2]`: an element of HTML, as in Nuxt Content. */
export function isElement({ name }: DirectiveMeta): boolean {
  return ALLOWED_TAGS.has(name) && !components.has(name);
}

export function isKnownInline({ name }: DirectiveMeta): boolean {
  return components.get(name)?.form === 'inline' || ALLOWED_TAGS.has(name);
}

/** What components of other systems look like is not set by the page. */
const IGNORED = new Set(
  'icon color variant size target rel level spotlight orientation cols columns ui avatar external align sync default to no-title'.split(
    ' ',
  ),
);

/** A directive's attributes as its component gets them. A wrong one is reported and left out. */
export function toComponentAttributes(
  component: KnownComponent,
  meta: DirectiveMeta,
  context: ParseContext,
): TreeAttributes | 0 {
  const result: TreeAttributes = { ...component.preset };
  const given = new Map(meta.attributes);
  if (meta.label) {
    if (!component.label) context.warn(`"${meta.name}" has no text in brackets: [${meta.label}]`);
    else if (!given.has(component.label)) given.set(component.label, meta.label);
  }
  for (const [written, text] of given) {
    const name = toAttributeName(component, written);
    const value = toValue(component, name, written.startsWith(':') ? (context.fact(text) ?? text) : text);
    if (name === 'id' || name === 'class') continue;
    if (component.takesAny) {
      result[name] = value;
      continue;
    }
    const rule = Object.hasOwn(component.attributes, name) ? component.attributes[name] : undefined;
    if (!rule && (IGNORED.has(name) || component.preset?.[name])) continue;
    if (!rule) {
      const known = Object.keys(component.attributes);
      const fix = known.length > 0 ? `it has ${known.join(', ')}` : 'it has none';
      context.warn(`"${meta.name}" has no attribute "${name}": ${fix}`);
      continue;
    }
    const checked = rule(value);
    if ('value' in checked) result[name] = checked.value;
    else context.warn(`"${name}" of "${meta.name}" ${checked.fault}, got "${value}"`);
  }
  for (const name of component.required ?? []) {
    if (result[name] === undefined)
      context.warn(`"${meta.name}" needs ${name}: :::${meta.name}{${name}="…"}`);
  }
  addNames(result, given, context);
  addLinkAttributes(context, result);
  return Object.keys(result).length > 0 ? result : 0;
}

/** Whether there is such a file is found out with the links of the page: it may come later. */
function noteOwnComponent({ name }: KnownComponent, { line, ownComponents }: ParseContext): void {
  const file = ownComponentFile(name);
  if (file !== undefined) ownComponents.push({ address: file, line });
}

/** `:name` takes its value from the page's frontmatter, as in Nuxt Content. */
function toAttributeName({ name: component, attributes }: KnownComponent, written: string): string {
  const name = written.replace(/^:/, '');
  if (Object.hasOwn(attributes, name)) return name;
  const other = ATTRIBUTE_ALIASES[component]?.[name];
  return other ?? name;
}

/** Other words for the types of callouts. A color that is none of them says nothing. */
function toValue({ attributes }: KnownComponent, name: string, value: string): string {
  if (name !== 'type' || !Object.hasOwn(attributes, 'type')) return value;
  return Object.hasOwn(TYPE_ALIASES, value) ? (TYPE_ALIASES[value] ?? value) : value;
}

function addNames(result: TreeAttributes, given: Map<string, string>, context: ParseContext): void {
  const id = given.get('id');
  const classes = toUserClasses(given.get('class') ?? '');
  if (id !== undefined) {
    result.id = USER_PREFIX + id;
    context.userIds.add(id);
  }
  if (classes) result.class = classes;
}

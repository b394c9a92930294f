import { components, type KnownComponent } from '../components.ts';
import { findNearestName } from '../frontmatter/nearest-name.ts';
import { toUserClasses, USER_PREFIX } from './allowed-html.ts';
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
  const component = components.get(meta.name);
  if (component?.form === form) return component;
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
  for (const [name, value] of given) {
    if (name === 'id' || name === 'class') continue;
    const rule = Object.hasOwn(component.attributes, name) ? component.attributes[name] : undefined;
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

function addNames(result: TreeAttributes, given: Map<string, string>, context: ParseContext): void {
  const id = given.get('id');
  const classes = toUserClasses(given.get('class') ?? '');
  if (id !== undefined) {
    result.id = USER_PREFIX + id;
    context.userIds.add(id);
  }
  if (classes) result.class = classes;
}

import { componentOf, components, type KnownComponent } from '../components.ts';

/** The components of Nuxt Content, VitePress, Docusaurus and Hugo themes that are one of ours. */
const ALIASES: Record<string, string> = {
  alert: 'callout',
  admonition: 'callout',
  notice: 'callout',
  hint: 'tip',
  aside: 'callout',
  info: 'note',
  success: 'tip',
  danger: 'caution',
  error: 'caution',
  'card-group': 'cards',
  'card-grid': 'cards',
  'code-group': 'tabs',
  'code-tabs': 'tabs',
  tabset: 'tabs',
  'tab-item': 'tab',
  'tabs-item': 'tab',
  'accordion-item': 'details',
  collapsible: 'details',
  collapse: 'details',
  expand: 'details',
  toggle: 'details',
  key: 'kbd',
};

/** Names of attributes that mean one of ours, for each component. */
export const ATTRIBUTE_ALIASES: Record<string, Record<string, string>> = {
  Callout: { kind: 'type', color: 'type', variant: 'type', label: 'title' },
  Card: { to: 'href', link: 'href', url: 'href', label: 'title', name: 'title' },
  Tab: { title: 'label', name: 'label', value: 'label' },
  Details: {
    title: 'summary',
    label: 'summary',
    header: 'summary',
    question: 'summary',
    defaultOpen: 'open',
  },
  Badge: { color: 'type', variant: 'type' },
  Kbd: { value: 'text' },
};

/** Values of `type` that mean one of ours. */
export const TYPE_ALIASES: Record<string, string> = {
  info: 'note',
  primary: 'note',
  neutral: 'note',
  secondary: 'note',
  default: 'note',
  success: 'tip',
  hint: 'tip',
  danger: 'caution',
  error: 'caution',
  warn: 'warning',
};

/** `UCardGroup`, `u-card-group` and `ProseCardGroup` are `card-group`. */
export function toComponentName(name: string): string {
  const kebab = name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();
  if (components.has(kebab)) return kebab;
  const plain = kebab.replace(/^(?:u|prose|v|docs)-/, '');
  const alias = Object.hasOwn(ALIASES, plain) ? ALIASES[plain] : undefined;
  return alias ?? (components.has(plain) ? plain : kebab);
}

/** The component with this name in any spelling. */
export function findNamedComponent(name: string): KnownComponent | undefined {
  return componentOf(toComponentName(name));
}

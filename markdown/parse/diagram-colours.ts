import type { TreeAttributes } from './tree.ts';

/**
 * The colors of a diagram are custom properties of the page's theme, so that it follows light and dark. Each has a
 * value that works where the theme does not set it.
 */
const THEME: Record<string, string> = {
  '--bg': 'var(--diagram-paper, transparent)',
  '--fg': 'var(--diagram-text, currentColor)',
  '--_text': 'var(--diagram-text, currentColor)',
  '--_text-sec': 'var(--diagram-text-soft, currentColor)',
  '--_text-muted': 'var(--diagram-text-soft, currentColor)',
  '--_text-faint': 'var(--diagram-text-soft, currentColor)',
  '--_line': 'var(--diagram-line, currentColor)',
  '--_arrow': 'var(--diagram-line, currentColor)',
  '--_node-fill': 'var(--diagram-fill, transparent)',
  '--_node-stroke': 'var(--diagram-border, currentColor)',
  '--_group-fill': 'var(--diagram-paper, transparent)',
  '--_group-hdr': 'var(--diagram-fill, transparent)',
  '--_inner-stroke': 'var(--diagram-border, currentColor)',
  '--_key-badge': 'var(--diagram-fill, transparent)',
};

/** A color the author wrote into the diagram: `style A fill:#f00`. */
const PLAIN_COLOUR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|rgba?\([\d\s,.%/]+\)|hsla?\([\d\s,.%/deg]+\))$/i;

export function toThemeColour(value: string): string {
  const property = /^var\((--[\w-]+)/.exec(value)?.[1];
  if (property) return THEME[property] ?? 'currentColor';
  return PLAIN_COLOUR.test(value) ? value : 'currentColor';
}

/** Charts are colored by a style sheet, which is dropped: each class becomes attributes instead. */
export function toChartAttributes(names: string | undefined): TreeAttributes {
  if (!names?.startsWith('xychart-')) return {};
  const series = `var(--diagram-series-${/xychart-color-(\d)/.exec(names)?.[1] ?? 0}, var(--diagram-accent, currentColor))`;
  if (names.startsWith('xychart-bar')) return { fill: series, 'fill-opacity': 0.6, stroke: series };
  if (names.startsWith('xychart-line-shadow')) return { fill: 'none', stroke: 'none' };
  if (names.startsWith('xychart-line')) return { fill: 'none', stroke: series, 'stroke-width': 2.5 };
  if (names.startsWith('xychart-legend-line')) return { stroke: series };
  if (names.startsWith('xychart-dot')) return { fill: series };
  return { fill: toThemeColour(names === 'xychart-title' ? 'var(--_text)' : 'var(--_text-sec)') };
}

import { toChartAttributes, toThemeColour } from './diagram-colours.ts';
import type { DiagramTool } from './rendering.ts';
import type { TreeAttributes, TreeElement } from './tree.ts';

const MAX_DIAGRAM_LENGTH = 10_000;

const ELEMENTS = new Set(
  'svg g defs marker path rect circle ellipse line polyline polygon text tspan'.split(' '),
);
const DROPPED = new Set(['style', 'script', 'title', 'desc', 'foreignobject']);

const ATTRIBUTES = new Set(
  (
    'viewBox width height x y x1 y1 x2 y2 cx cy r rx ry d dx dy points transform fill stroke opacity id orient refX refY ' +
    'markerWidth markerHeight stroke-width stroke-dasharray stroke-linejoin stroke-linecap fill-opacity stroke-opacity ' +
    'text-anchor font-size font-weight font-style marker-start marker-end marker-mid dominant-baseline'
  ).split(' '),
);

/** Loads the drawing library and a reader for what it draws. Its style sheet, fonts and data attributes are left out. */
export async function createDiagramTool(): Promise<DiagramTool> {
  const [{ renderMermaidSVG }, { Parser }] = await Promise.all([
    import('beautiful-mermaid'),
    import('htmlparser2'),
  ]);

  return function toDiagram(source, name) {
    if (source.length > MAX_DIAGRAM_LENGTH)
      return { fault: `it is longer than ${MAX_DIAGRAM_LENGTH} characters` };
    let drawn: string;
    try {
      drawn = renderMermaidSVG(source, { bg: 'var(--bg)', fg: 'var(--fg)', transparent: true });
    } catch (error) {
      return { fault: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
    }
    const root: TreeElement = ['', 0];
    const stack: TreeElement[] = [root];
    const words: string[] = [];
    let dropped = 0;
    const reader = new Parser(
      {
        onopentag(tag, attributes) {
          if (dropped > 0 || DROPPED.has(tag.toLowerCase())) {
            dropped += 1;
            return;
          }
          const isGrid = attributes.class === 'xychart-grid';
          const element: TreeElement = [tag, toAttributes(attributes, name)];
          // The hundreds of grid dots of a chart add nothing to its axis.
          if (ELEMENTS.has(tag) && !isGrid) stack.at(-1)?.push(element);
          stack.push(element);
        },
        onclosetag() {
          if (dropped > 0) dropped -= 1;
          else stack.pop();
        },
        ontext(text) {
          if (dropped > 0 || text.trim() === '') return;
          stack.at(-1)?.push(text);
          words.push(text.trim());
        },
      },
      { xmlMode: true },
    );
    reader.parseComplete(drawn);
    const svg = root[2];
    return Array.isArray(svg) && svg[0] === 'svg' ? { svg, words } : { fault: 'nothing was drawn' };
  };
}

function toAttributes(attributes: Record<string, string>, name: string): TreeAttributes | 0 {
  const result: TreeAttributes = { ...toChartAttributes(attributes.class) };
  for (const [key, value] of Object.entries(attributes)) {
    if (ATTRIBUTES.has(key)) result[key] = toValue(key, value, name);
  }
  return Object.keys(result).length > 0 ? result : 0;
}

function toValue(key: string, value: string, name: string): string {
  if (key === 'id') return `${name}-${value}`;
  if (key.startsWith('marker-')) return value.replace(/^url\(#([\w-]+)\)$/, `url(#${name}-$1)`);
  if (key === 'fill' || key === 'stroke') return toThemeColour(value);
  // 143.96699999999998 → 144: the difference cannot be seen, and a page is half as large.
  return value.replace(/\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
}

import { SVG_ATTRIBUTES, SVG_ELEMENTS } from './allowed-drawings.ts';
import { toChartAttributes, toThemeColour } from './diagram-colours.ts';
import type { DiagramTool } from './parse-context.ts';
import { readXml } from './read-xml.ts';
import type { TreeAttributes, TreeElement } from './tree.ts';

const MAX_DIAGRAM_LENGTH = 10_000;

/** Loads the drawing library. Its style sheet, fonts and data attributes are left out. */
export async function createDiagramTool(): Promise<DiagramTool> {
  const { renderMermaidSVG } = await import('beautiful-mermaid');

  return function toDiagram(source, name) {
    if (source.length > MAX_DIAGRAM_LENGTH)
      return { fault: `it is longer than ${MAX_DIAGRAM_LENGTH} characters` };
    let drawn: string;
    try {
      drawn = renderMermaidSVG(writeFlowchartNames(source), {
        bg: 'var(--bg)',
        fg: 'var(--fg)',
        transparent: true,
      });
    } catch (error) {
      return { fault: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
    }
    const [svg] = readXml(drawn.replace(/>\s+</g, '><'), (tag, attributes) => {
      // The hundreds of grid dots of a chart add nothing to its axis.
      const isShown = SVG_ELEMENTS.has(tag) && attributes.class !== 'xychart-grid';
      return isShown ? toAttributes(attributes, name) : 'nothing';
    });
    return Array.isArray(svg) && svg[0] === 'svg'
      ? { svg, words: findWords(svg) }
      : { fault: 'nothing was drawn' };
  };
}

/** A flowchart, after comments. */
const FLOWCHART = /^\s*(?:%%[^\n]*\n\s*)*(?:graph|flowchart)\b/;

/** Lines whose words are not names of nodes. */
const OTHER_LINES = /^\s*(?:graph|flowchart|subgraph|end|direction|classDef|linkStyle|click|%%)\b/;
const STYLES = /^\s*(?:class|style)\s/;

/** What is no name: texts in quotes, bars and brackets, and those on an arrow (`-- text -->`). The group is a name, which may contain hyphens. */
const PIECES =
  /"[^"]*"|\|[^|]*\||\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|(?<![-=.])(?:--|==|-\.)\s[^|>]*?\s(?:--|==|\.-)|([\p{L}\p{M}\p{N}_]+(?:-[\p{L}\p{M}\p{N}_]+)*)/gu;

/**
 * Writes a flowchart so that the drawing library reads all of it: it takes the hyphens of `A-->B` for a part of the name, and ends a name at
 * the first letter that is not one of A to Z.
 */
function writeFlowchartNames(source: string): string {
  if (!FLOWCHART.test(source)) return source;
  const aliases = new Map<string, string>();
  const aliasOf = (name: string) => {
    const alias = aliases.get(name) ?? `name_${aliases.size + 1}_`;
    aliases.set(name, alias);
    return alias;
  };
  const lines = source.split('\n').map((line) => {
    if (OTHER_LINES.test(line)) return line;
    const isStyle = STYLES.test(line);
    return line.replace(PIECES, (piece: string, name: string | undefined, at: number) => {
      if (name === undefined) return piece;
      const rest = line.slice(at + piece.length);
      const gap = /^[-=<]/.test(rest) && !isStyle ? ' ' : '';
      if (/^[\w-]+$/.test(name)) return name + gap;
      const hasLabel = isStyle || /^[[({]/.test(rest);
      return `${aliasOf(name)}${hasLabel ? '' : `["${name}"]`}${gap}`;
    });
  });
  return lines.join('\n');
}

/** The texts of a drawing, in the order of the drawing. */
function findWords(element: TreeElement): string[] {
  const [, , ...children] = element;
  return children.flatMap((child) => (typeof child === 'string' ? [child.trim()] : findWords(child)));
}

function toAttributes(attributes: Record<string, string>, name: string): TreeAttributes {
  const result: TreeAttributes = { ...toChartAttributes(attributes.class) };
  for (const [key, value] of Object.entries(attributes)) {
    if (SVG_ATTRIBUTES.has(key)) result[key] = toValue(key, value, name);
  }
  return result;
}

function toValue(key: string, value: string, name: string): string {
  if (key === 'id') return `${name}-${value}`;
  if (key.startsWith('marker-')) return value.replace(/^url\(#([\w-]+)\)$/, `url(#${name}-$1)`);
  if (key === 'fill' || key === 'stroke') return toThemeColour(value);
  // 143.96699999999998 → 144: the difference cannot be seen, and a page is half as large.
  return value.replace(/\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
}

import type { TreeNode } from '../document.ts';
import type { HighlightTool } from './rendering.ts';

/** Patterns of some languages take very long on very long code. */
const LONGEST_CODE = 30_000;

/** Marks that have no colour of their own: what is in them looks like plain code. */
const COLOURLESS = new Set(['params', 'subst', 'punctuation', 'operator', 'function', 'class', 'language']);
const PREFIX = 'hl-';

interface Piece {
  type: string;
  value?: string;
  properties?: { className?: unknown };
  children?: readonly Piece[];
}

/** Languages of the common set are known by all their names, the other 150 by their own name. */
export async function createHighlightTool(): Promise<HighlightTool> {
  const { all, common, createLowlight } = await import('lowlight');
  const lowlight = createLowlight(common);

  return function highlight(code, language) {
    if (code.length > LONGEST_CODE) return undefined;
    const name = language.toLowerCase();
    if (!lowlight.registered(name)) {
      const grammar = Object.hasOwn(all, name) ? all[name] : undefined;
      if (!grammar) return undefined;
      lowlight.register(name, grammar);
    }
    const lines: TreeNode[][] = [[]];
    addPieces(lowlight.highlight(name, code, { prefix: PREFIX }).children as readonly Piece[], '', lines);
    return lines;
  };
}

/** Flattens nested marks: each piece of text has the colour of the innermost one. A line end closes a line. */
function addPieces(pieces: readonly Piece[], colour: string, lines: TreeNode[][]): void {
  for (const piece of pieces) {
    if (piece.children) {
      addPieces(piece.children, toColour(piece), lines);
      continue;
    }
    const parts = (piece.value ?? '').split('\n');
    for (const [index, part] of parts.entries()) {
      const line = lines[lines.length - 1] ?? [];
      const isEnd = index < parts.length - 1;
      addText(line, part, colour);
      if (isEnd) {
        addText(line, '\n', '');
        lines.push([]);
      }
    }
  }
}

function addText(line: TreeNode[], text: string, colour: string): void {
  if (text === '') return;
  const last = line[line.length - 1];
  if (colour === '' || text.trim() === '') {
    if (typeof last === 'string') line[line.length - 1] = last + text;
    else line.push(text);
    return;
  }
  line.push(['span', { className: colour }, text]);
}

function toColour(piece: Piece): string {
  const names = piece.properties?.className;
  const first: unknown = Array.isArray(names) ? names[0] : undefined;
  if (typeof first !== 'string' || COLOURLESS.has(first.slice(PREFIX.length))) return '';
  return first;
}

import type { MathTool } from './rendering.ts';
import type { TreeAttributes, TreeNode } from './tree.ts';

const MAX_FORMULA_LENGTH = 5000;

/** MathML attributes that a formula may carry. Anything else, links and styles above all, is dropped. */
const ATTRIBUTES = new Set(
  (
    'accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle encoding fence form ' +
    'height largeop linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize ' +
    'movablelimits notation rowalign rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset width'
  ).split(' '),
);
const ELEMENTS = /^m[a-z]+$|^semantics$|^none$/;

/** The parts of Temml's own tree that are used here. */
interface MathPart {
  type?: string;
  text?: string;
  attributes?: Record<string, unknown>;
  classes?: readonly string[];
  style?: Record<string, unknown>;
  children?: readonly MathPart[];
}

export async function createMathTool(): Promise<MathTool> {
  const { default: temml } = await import('temml');
  return function toMath(source, isBlock) {
    if (source.length > MAX_FORMULA_LENGTH)
      return { fault: `the formula is longer than ${MAX_FORMULA_LENGTH} characters` };
    try {
      const options = {
        displayMode: isBlock,
        throwOnError: true,
        annotate: false,
        trust: false,
        maxExpand: 500,
      };
      const tree: MathPart = temml.__renderToMathMLTree(source, options);
      const math = toNodes(tree)[0];
      return Array.isArray(math) ? { math } : { fault: 'the formula is empty' };
    } catch (error) {
      return { fault: toMessage(error) };
    }
  };
}

function toMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // Temml repeats the formula with combining underlines; the first line is the reason.
  return (message.split(/ at (?:position|end of input)/)[0] ?? message).trim();
}

function toNodes(part: MathPart): TreeNode[] {
  if (part.text !== undefined && part.type === undefined) return part.text === '' ? [] : [part.text];
  const children = (part.children ?? []).flatMap(toNodes);
  if (part.type === undefined || !ELEMENTS.test(part.type)) return children;
  return [[part.type, toAttributes(part), ...children]];
}

function toAttributes({ attributes = {}, classes = [], style = {} }: MathPart): TreeAttributes | 0 {
  const result: TreeAttributes = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (ATTRIBUTES.has(name) && typeof value === 'string') result[name] = value;
  }
  // Styles do not pass a strict Content-Security-Policy: what matters in them becomes an attribute or a class.
  if (typeof style.color === 'string') result.mathcolor = style.color;
  const names = [...classes, ...toClasses(style)].filter(Boolean);
  if (names.length > 0) result.class = names.join(' ');
  return Object.keys(result).length > 0 ? result : 0;
}

function toClasses(style: Record<string, unknown>): string[] {
  return [
    style.border ? 'tml-box' : '',
    style.paddingLeft === '0em' ? 'tml-flush-left' : '',
    style.paddingRight === '0em' ? 'tml-flush-right' : '',
    style.width === '100%' ? 'tml-wide' : '',
    style.width === '50%' ? 'tml-half' : '',
  ];
}

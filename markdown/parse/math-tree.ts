import { MATHML_ATTRIBUTES, MATHML_ELEMENTS } from './allowed-drawings.ts';
import type { MathTool } from './parse-context.ts';
import { type ConvertElement, readXml } from './read-xml.ts';
import type { TreeAttributes } from './tree.ts';

const MAX_FORMULA_LENGTH = 5000;

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
      const math = readXml(temml.renderToString(source, options), convert)[0];
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

const convert: ConvertElement = (tag, attributes) =>
  MATHML_ELEMENTS.has(tag) ? toAttributes(attributes) : 'content';

function toAttributes({
  style = '',
  class: own = '',
  ...attributes
}: Record<string, string>): TreeAttributes {
  const result: TreeAttributes = {};
  for (const [name, value] of Object.entries(attributes))
    if (MATHML_ATTRIBUTES.has(name)) result[name] = value;
  // Styles do not pass a strict Content-Security-Policy: what matters in them becomes an attribute or a class.
  const styles = new Map(
    style.split(';').map((rule): [string, string] => [rule.split(':')[0] ?? '', rule.split(':')[1] ?? '']),
  );
  const colour = styles.get('color');
  if (colour) result.mathcolor = colour;
  const names = [own, ...toClasses(styles)].filter(Boolean);
  if (names.length > 0) result.class = names.join(' ');
  return result;
}

function toClasses(styles: ReadonlyMap<string, string>): string[] {
  return [
    styles.has('border') ? 'tml-box' : '',
    styles.get('padding-left') === '0em' ? 'tml-flush-left' : '',
    styles.get('padding-right') === '0em' ? 'tml-flush-right' : '',
    styles.get('width') === '100%' ? 'tml-wide' : '',
    styles.get('width') === '50%' ? 'tml-half' : '',
  ];
}

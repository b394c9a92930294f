import { Fragment, type Statement } from './sql.ts';
import { type SentValue, type SqlValue, toSentValue } from './values.ts';

/**
 * A statement whose values have names, for those that nearly every request runs: the text is made once, and a name that occurs twice is
 * sent once. `namedStatement<{ id: string }>()` is a tag, and `${'id'}` stands for the value.
 */
export function namedStatement<Values extends Record<string, SqlValue>>() {
  return (template: TemplateStringsArray, ...parts: (Extract<keyof Values, string> | Fragment)[]) => {
    const names: Extract<keyof Values, string>[] = [];
    const write = (part: (typeof parts)[number]): string => {
      if (part instanceof Fragment) return toText(part);
      if (!names.includes(part)) names.push(part);
      return `$${names.indexOf(part) + 1}`;
    };
    const text = String.raw({ raw: template }, ...parts.map(write));
    return (values: Values): Statement => ({
      text,
      values: names.map((name): SentValue => toSentValue(values[name] as SqlValue)),
    });
  };
}

/** Of a fragment without values. */
function toText({ texts, parts }: Fragment): string {
  if (parts.length > 0) throw new Error('A fragment of a named statement cannot hold values.');
  return texts.join('');
}

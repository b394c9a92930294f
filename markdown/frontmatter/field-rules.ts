/**
 * What the fields of a page's head may hold. Small rules of our own: every page is held against them at the start, and a library
 * for schemas takes longer to load than all the pages of most sites take to be read.
 */
export type Path = readonly (string | number)[];

export interface Breach {
  path: Path;
  /** What the value must be. */
  rule: string;
  /** It is the wrong kind of value altogether, not one that is nearly right. */
  isOtherKind?: boolean;
  /** The last step of the path is no field, and these are. */
  known?: readonly string[];
}

/** Reports what is wrong with a value. Nothing reported: it is as the field wants it. */
export type Rule = (value: unknown, path: Path, report: (breach: Breach) => void) => void;

/** A rule for each field that there is. */
export type Fields<Value> = { readonly [Name in keyof Value]-?: Rule };

export function text(rule = 'must be text', isRight = isNotEmpty, wish = 'must not be empty'): Rule {
  return (value, path, report) => {
    if (typeof value !== 'string') report({ path, rule, isOtherKind: true });
    else if (!isRight(value)) report({ path, rule: wish });
  };
}

function isNotEmpty(value: string): boolean {
  return value.trim() !== '';
}

export const yesOrNo: Rule = (value, path, report) => {
  if (typeof value !== 'boolean') report({ path, rule: 'must be true or false', isOtherKind: true });
};

export function list(item: Rule, rule: string): Rule {
  return (value, path, report) => {
    if (!Array.isArray(value)) report({ path, rule, isOtherKind: true });
    else for (const [place, entry] of value.entries()) item(entry, [...path, place], report);
  };
}

export function group(fields: Record<string, Rule>, rule: string, required: readonly string[] = []): Rule {
  return (value, path, report) => {
    if (!isGroup(value)) {
      report({ path, rule, isOtherKind: true });
      return;
    }
    const known = Object.keys(fields);
    for (const name of required)
      if (!Object.hasOwn(value, name)) fields[name]?.(undefined, [...path, name], report);
    for (const [name, entry] of Object.entries(value)) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field) field(entry, [...path, name], report);
      else report({ path: [...path, name], rule: 'is not a field', known, isOtherKind: true });
    }
  };
}

/** One of several kinds. A value that is nearly right for one of them is told what that one wants; another, what there is to choose from. */
export function either(rules: readonly Rule[], rule: string): Rule {
  return (value, path, report) => {
    const attempts = rules.map((one) => findBreaches(one, value, path));
    if (attempts.some((breaches) => breaches.length === 0)) return;
    const nearly = attempts.find((breaches) => !breaches.some(({ isOtherKind }) => isOtherKind));
    for (const breach of nearly ?? [{ path, rule, isOtherKind: true }]) report(breach);
  };
}

export function findBreaches(rule: Rule, value: unknown, path: Path = []): Breach[] {
  const breaches: Breach[] = [];
  rule(value, path, (breach) => breaches.push(breach));
  return breaches;
}

export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What the fields of a page's frontmatter may hold. These rules are our own: every page is checked at the start, and a schema
 * library takes longer to load than all the pages of most sites take to be read.
 */
export type Path = readonly (string | number)[];

export interface Violation {
  path: Path;
  /** What the value must be. */
  rule: string;
  /** It is the wrong kind of value altogether, not one that is nearly right. */
  isOtherKind?: boolean;
  /** The last step of the path is no field, and these are. */
  known?: readonly string[];
}

/** Reports what is wrong with a value. Nothing reported: the value is valid. */
export type Rule = (value: unknown, path: Path, report: (violation: Violation) => void) => void;

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

export const boolean: Rule = (value, path, report) => {
  if (typeof value !== 'boolean') report({ path, rule: 'must be true or false', isOtherKind: true });
};

export const wholeNumber: Rule = (value, path, report) => {
  if (!Number.isInteger(value) || Number(value) < 1)
    report({ path, rule: 'must be a whole number from 1', isOtherKind: typeof value !== 'number' });
};

export function list(item: Rule, rule: string): Rule {
  return (value, path, report) => {
    if (!Array.isArray(value)) report({ path, rule, isOtherKind: true });
    else for (const [place, entry] of value.entries()) item(entry, [...path, place], report);
  };
}

export function object(fields: Record<string, Rule>, rule: string, required: readonly string[] = []): Rule {
  return (value, path, report) => {
    if (!isObject(value)) {
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

/** A group with names of the author's choice, each with a value of one kind. */
export function mapOf(item: Rule): Rule {
  return (value, path, report) => {
    if (!isObject(value)) report({ path, rule: 'must be a group of names', isOtherKind: true });
    else for (const [name, entry] of Object.entries(value)) item(entry, [...path, name], report);
  };
}

/** One of several kinds. For a value that is nearly right for one of them that rule is reported; for another value, the choice of kinds. */
export function oneOf(rules: readonly Rule[], rule: string): Rule {
  return (value, path, report) => {
    const attempts = rules.map((one) => findViolations(one, value, path));
    if (attempts.some((violations) => violations.length === 0)) return;
    const nearly = attempts.find((violations) => !violations.some(({ isOtherKind }) => isOtherKind));
    for (const violation of nearly ?? [{ path, rule, isOtherKind: true }]) report(violation);
  };
}

export function findViolations(rule: Rule, value: unknown, path: Path = []): Violation[] {
  const violations: Violation[] = [];
  rule(value, path, (violation) => violations.push(violation));
  return violations;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

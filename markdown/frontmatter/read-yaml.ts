import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import type { Fault } from './fault.ts';

/**
 * Dates stay text, custom tags and aliases are refused: a page's head has no use for them, and they can be made to grow without bounds.
 */
export function readYaml(yaml: string): unknown {
  return hasOnlyComments(yaml) ? {} : load(yaml, { schema: CORE_SCHEMA, maxAliases: 0, maxDepth: 12 });
}

/** Or nothing at all. */
export function hasOnlyComments(yaml: string): boolean {
  return yaml.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
}

export function toSyntaxFault(error: unknown, firstLine: number): Fault {
  if (!(error instanceof YAMLException)) return { line: firstLine, message: 'cannot be read as YAML' };
  const line = firstLine + (error.mark?.line ?? 0);
  const fix = 'a value that holds ": " or " #", or begins with one of @ ` * & ! % [ {, needs quotes';
  return { line, message: `is not valid YAML (${error.reason}); ${fix}` };
}

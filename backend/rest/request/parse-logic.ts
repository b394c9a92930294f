import { readField } from './parse-field.ts';
import { readMember, readOperation } from './parse-filter.ts';
import type { Logic, LogicGroup, Value } from './parsed-query.ts';
import { createTextReader, type TextReader } from './text-reader.ts';

const maxDepth = 20;
const maxMembers = 500;

/** `or=(age.lt.18,and(age.gt.60,not.status.eq.gone))`; `operator` is the name of the parameter, `and`, `or` or `not.or`. */
export function parseLogic(operator: string, text: string): LogicGroup {
  const reader = createTextReader('logic tree', operator + text, text);
  const group = readGroup(reader, 1, { members: 0 });
  if (!reader.isAtEnd()) reader.fail('end of input');
  return group;
}

function readGroup(reader: TextReader, depth: number, count: { members: number }): LogicGroup {
  if (depth > maxDepth) reader.fail(`at most ${maxDepth} levels of brackets`);
  const isNegated = reader.skip('not.');
  const operator = reader.skip('and')
    ? 'and'
    : reader.skip('or')
      ? 'or'
      : reader.fail('logic operator (and, or)');
  reader.skipBlanks();
  reader.require('(');
  reader.skipBlanks();
  const members: Logic[] = [];
  do {
    count.members += 1;
    if (count.members > maxMembers) reader.fail(`at most ${maxMembers} conditions`);
    reader.skipBlanks();
    members.push(isGroup(reader) ? readGroup(reader, depth + 1, count) : readLogicFilter(reader));
    reader.skipBlanks();
  } while (reader.skip(','));
  reader.require(')');
  reader.skipBlanks();
  return { kind: 'group', operator, isNegated, members };
}

/** A column may also be called `or`; only a bracket makes it a group. */
function isGroup(reader: TextReader): boolean {
  return /(?:not\.)?(?:and|or)[ \t]*\(/y.test(reader.rest());
}

function readLogicFilter(reader: TextReader): Logic {
  if (reader.peek(')'))
    reader.fail('field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)');
  const field = readField(reader);
  if (!reader.skip('.')) reader.fail('delimiter (.)');
  return { kind: 'filter', field, ...readOperation(reader, readLogicValue) };
}

/** Ends at a comma or bracket, unless it is quoted or an array: `{1,2}`. */
function readLogicValue(reader: TextReader): Value {
  const array = reader.match(/\{[^{}]*\}/y);
  return { text: array ?? readMember(reader) };
}

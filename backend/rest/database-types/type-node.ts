/** TypeScript types as a tree. How they are laid out in lines is decided by `print-type.ts`. */
export type TypeNode = Plain | Generic | ObjectType | Union | ArrayType | Tuple | Refusal;

/** A keyword, a literal, or a path such as `Database["public"]`. It is never split. */
interface Plain {
  kind: 'plain';
  text: string;
  /** Whether it names a type: with `| null` it stays on one line. */
  isReference?: boolean;
}

/** `Record<string, unknown>` */
interface Generic {
  kind: 'generic';
  name: string;
  of: Plain[];
}

export interface ObjectType {
  kind: 'object';
  members: Member[];
  /** Has a line for each member even if it fits on one. */
  isExpanded: boolean;
}

export interface Member {
  name: string;
  isOptional?: boolean;
  /** Lines above it. */
  comment?: string[];
  type: TypeNode;
}

interface Union {
  kind: 'union';
  of: TypeNode[];
}

interface ArrayType {
  kind: 'array';
  of: TypeNode;
}

interface Tuple {
  kind: 'tuple';
  of: TypeNode[];
}

/** `{ error: true } & "why"`: the result of a call that always fails. */
interface Refusal {
  kind: 'refusal';
  error: ObjectType;
  reason: TypeNode;
}

export const plain = (text: string): TypeNode => ({ kind: 'plain', text });
export const reference = (text: string): TypeNode => ({ kind: 'plain', text, isReference: true });
export const literal = (value: string): TypeNode => plain(quote(value));
export const tuple = (values: readonly string[]): TypeNode => ({ kind: 'tuple', of: values.map(literal) });
export const noArguments: TypeNode = {
  kind: 'generic',
  name: 'Record',
  of: [
    { kind: 'plain', text: 'PropertyKey' },
    { kind: 'plain', text: 'never' },
  ],
};
export const anyRecord: TypeNode = {
  kind: 'generic',
  name: 'Record',
  of: [
    { kind: 'plain', text: 'string' },
    { kind: 'plain', text: 'unknown' },
  ],
};

export function object(members: Member[]): ObjectType {
  return { kind: 'object', members, isExpanded: members.length > 0 };
}

/** On one line, if it fits. */
export function inlineObject(members: Member[]): ObjectType {
  return { kind: 'object', members, isExpanded: false };
}

export function union(of: TypeNode[]): TypeNode {
  const [first, ...others] = of.flatMap((node) => (node.kind === 'union' ? node.of : [node]));
  return first && others.length === 0 ? first : { kind: 'union', of: first ? [first, ...others] : [] };
}

export function arrayOf(of: TypeNode): TypeNode {
  return { kind: 'array', of };
}

/** The same type or null. `unknown` includes null. */
export function orNull(type: TypeNode): TypeNode {
  return type.kind === 'plain' && type.text === 'unknown' ? type : union([type, plain('null')]);
}

export function refuse(reason: string): TypeNode {
  return {
    kind: 'refusal',
    error: inlineObject([{ name: 'error', type: plain('true') }]),
    reason: literal(reason),
  };
}

/** In double quotes, or in single ones if that needs fewer backslashes. */
export function quote(value: string): string {
  const escaped = JSON.stringify(value);
  const count = (mark: string) => value.split(mark).length - 1;
  if (count('"') <= count("'")) return escaped;
  return `'${escaped.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** The name of a member, in quotes if it needs them. */
export function toKey(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name) ? name : quote(name);
}

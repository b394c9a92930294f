import { type Catalogue, findRoutines } from '../catalogue/catalogue.ts';
import type { Routine } from '../catalogue/definitions.ts';
import { findSimilar } from '../catalogue/similar-name.ts';
import { RestError } from '../rest-error.ts';
import type { CompileInput } from './compiled.ts';

/** Parameter types that take a whole body, by the body's media type. */
const wholeBody: Record<string, string[]> = {
  'application/json': ['json', 'jsonb'],
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
};

/** Finds the overload with exactly these arguments. */
export function requireRoutine(input: CompileInput): Routine {
  const { catalogue, schema, name, method, query, body } = input;
  const isPost = method === 'POST';
  const given = isPost
    ? (body?.names ?? query.columns ?? [])
    : [...new Set(query.args.map((arg) => arg.name))];
  const type = isPost ? (body?.type ?? 'application/json') : '';
  const isWhole = isPost && body?.kind === 'text';
  const all = findRoutines(catalogue, { schema, name });
  const named = all.filter(
    (routine) => takes(routine, given) && !(isWhole && routine.parameters.length === 0),
  );
  const unnamed = all.filter((routine) => isPost && takesBody(routine, type));
  const found = named.length > 0 ? named : unnamed;
  const [first, second] = found;
  if (first === undefined) throw noRoutine(input, given, type, all);
  if (second !== undefined) throw ambiguous(found);
  return first;
}

function takes({ parameters }: Routine, given: string[]): boolean {
  const isKnown = (name: string) => parameters.some((parameter) => parameter.name === name);
  return (
    given.every(isKnown) && parameters.every(({ name, isRequired }) => !isRequired || given.includes(name))
  );
}

function takesBody({ parameters: [only, another] }: Routine, type: string): boolean {
  return only?.name === '' && another === undefined && (wholeBody[type] ?? []).includes(only.type);
}

function noRoutine(
  { catalogue, schema, name, role }: CompileInput,
  given: string[],
  type: string,
  all: readonly Routine[],
): RestError {
  const sorted = [...given].sort();
  const called = `${schema}.${name}`;
  const isWhole = type !== '' && type !== 'application/json' && type in wholeBody;
  const list = sorted.join(', ');
  const withList = given.length === 0 ? ' without parameters' : `(${list})`;
  const named =
    given.length === 0 ? ' without parameters' : ` with parameter${given.length > 1 ? 's' : ''} ${list}`;
  const searched = isWhole
    ? ` with a single unnamed ${wholeBody[type]?.[0]} parameter`
    : `${named}${type === 'application/json' ? ' or with a single unnamed json/jsonb parameter' : ''}`;
  return new RestError(
    'PGRST202',
    404,
    `Could not find the function ${called}${isWhole ? '' : withList} in the schema cache`,
    {
      details: `Searched for the function ${called}${searched}, but no matches were found in the schema cache.`,
      hint: isWhole ? null : suggest(catalogue, { schema, name, role, list }, all),
    },
  );
}

function suggest(
  catalogue: Catalogue,
  wanted: { schema: string; name: string; role: string; list: string },
  all: readonly Routine[],
): string | null {
  const mayCall = ({ roles }: Routine) => roles.some((known) => known === wanted.role);
  const start = `Perhaps you meant to call the function ${wanted.schema}.`;
  const overloads = all.filter(mayCall);
  if (all.length > 0) {
    const lists = overloads.map(
      ({ parameters }) =>
        `(${parameters
          .map((parameter) => parameter.name)
          .sort()
          .join(', ')})`,
    );
    const similar = findSimilar(lists, `(${wanted.list})`, 0.33);
    return similar === undefined ? null : `${start}${wanted.name}${similar.name}`;
  }
  const names = new Set<string>();
  for (const routines of catalogue.routines.values())
    for (const routine of routines)
      if (routine.schema === wanted.schema && mayCall(routine)) names.add(routine.name);
  const similar = findSimilar(names, wanted.name, 0.75);
  return similar === undefined ? null : `${start}${similar.name}`;
}

function ambiguous(found: readonly Routine[]): RestError {
  const shown = found
    .toSorted((one, other) => one.parameters.length - other.parameters.length || byTypes(one, other))
    .map(
      ({ schema, name, parameters }) =>
        `${schema}.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`,
    );
  return new RestError(
    'PGRST203',
    300,
    `Could not choose the best candidate function between: ${shown.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}

function byTypes(one: Routine, other: Routine): number {
  const types = ({ parameters }: Routine) => parameters.map(({ name, type }) => `${name} ${type}`).join();
  return types(one) < types(other) ? -1 : 1;
}

import type { Parameter, Routine } from '../catalogue/definitions.ts';
import type { Value } from '../request/parsed-query.ts';
import { toBodyRowsSql } from './body-sql.ts';
import { type Bindings, identifier, qualified } from './statement.ts';

/** The source of a call's arguments. */
export type CallArguments =
  /** The whole body is the only argument. */
  | { kind: 'body' }
  /** The body is a JSON object with the arguments. */
  | { kind: 'json'; names: readonly string[]; isObject: boolean }
  | { kind: 'query'; values: ReadonlyMap<string, Value[]> };

/** The rows of a function. `computed` names fields that are functions of the row, not columns. */
export function toCallSql(
  routine: Routine,
  given: CallArguments,
  computed: string[],
  bindings: Bindings,
): string {
  const isScalar = !routine.returnsComposite;
  const call = (args: string) => {
    const called = `${qualified(routine)}(${args})`;
    return isScalar ? `(select ${called} as pgrst_scalar) as pgrst_call` : `${called} as pgrst_call`;
  };
  const columns = isScalar
    ? 'pgrst_call.pgrst_scalar'
    : ['pgrst_call.*', ...computed.map((name) => `pgrst_call.${identifier(name)}`)].join(', ');
  return `select ${columns} from ${toSource(routine, given, call, bindings)}`;
}

function toSource(
  routine: Routine,
  given: CallArguments,
  call: (args: string) => string,
  bindings: Bindings,
): string {
  const [only] = routine.parameters;
  if (given.kind === 'body') return call(`${bindings.body()}::${only?.type ?? 'json'}`);
  if (given.kind === 'query') {
    const named = routine.parameters.filter(({ name }) => given.values.has(name));
    return call(
      named.map((parameter) => toArgument(parameter, toValue(parameter, given.values, bindings))).join(', '),
    );
  }
  const named = routine.parameters.filter(({ name }) => given.names.includes(name));
  if (named.length === 0) return call('');
  const fields = named.map(({ name, callType }) => ({ name, type: callType }));
  const body = toBodyRowsSql({ fields, isObject: given.isObject, isFirstOnly: true }, bindings);
  const args = named.map((parameter) => toArgument(parameter, `pgrst_body.${identifier(parameter.name)}`));
  return `${body}, lateral ${call(args.join(', '))}`;
}

function toArgument({ name, isVariadic }: Parameter, value: string): string {
  return `${isVariadic ? 'variadic ' : ''}${identifier(name)} := ${value}`;
}

/** A variadic parameter may be given several times; for any other, the last value counts. */
function toValue(parameter: Parameter, values: ReadonlyMap<string, Value[]>, bindings: Bindings): string {
  const given = values.get(parameter.name) ?? [];
  if (parameter.isVariadic)
    return `array[${given.map((value) => bindings.value(value)).join(', ')}]::${parameter.callType}`;
  const last = given.at(-1);
  return last === undefined ? 'null' : `${bindings.value(last)}::${parameter.callType}`;
}

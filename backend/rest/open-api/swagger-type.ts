const kinds: Record<string, string | undefined> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
  json: undefined,
  jsonb: undefined,
};

/** The JSON type of a Postgres type; undefined for JSON itself, which can be anything. */
export function toSwaggerType(type: string): string | undefined {
  if (Object.hasOwn(kinds, type)) return kinds[type];
  return type.endsWith('[]') ? 'array' : 'string';
}

export function toSwaggerFormat(type: string): string {
  if (type === 'smallint' || type === 'integer') return 'int32';
  return type === 'bigint' ? 'int64' : type;
}

export function toItems(type: string): { type?: string } | undefined {
  if (!type.endsWith('[]')) return undefined;
  const item = toSwaggerType(type.slice(0, -2));
  return item === undefined ? {} : { type: item };
}

/** The OpenAPI 2.0 description of the API, as tools for PostgREST expect it. */
import { type Catalogue, findRelationshipsFrom } from '../catalogue/catalogue.ts';
import type { Column, Routine, Table } from '../catalogue/definitions.ts';
import { toItems, toSwaggerFormat, toSwaggerType } from './swagger-type.ts';

const mediaTypes = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
];

export interface Described {
  tables: Table[];
  routines: Routine[];
  catalogue: Catalogue;
  url: URL;
}

export function toOpenApi({ tables, routines, catalogue, url }: Described) {
  return {
    swagger: '2.0',
    info: { title: 'standard public schema', description: '', version: '14' },
    host: url.host,
    basePath: url.pathname,
    schemes: [url.protocol.replace(':', '')],
    consumes: mediaTypes,
    produces: mediaTypes,
    paths: {
      '/': {
        get: {
          tags: ['Introspection'],
          summary: 'OpenAPI description (this document)',
          produces: ['application/openapi+json', 'application/json'],
          responses: { 200: { description: 'OK' } },
        },
      },
      ...Object.fromEntries(tables.map((table) => [`/${table.name}`, toTablePath(table)])),
      ...Object.fromEntries(routines.map((routine) => [`/rpc/${routine.name}`, toRoutinePath(routine)])),
    },
    definitions: Object.fromEntries(tables.map((table) => [table.name, toDefinition(table, catalogue)])),
    parameters: { ...sharedParameters, ...Object.fromEntries(tables.flatMap(toTableParameters)) },
    securityDefinitions: {
      JWT: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'Add the token prepending "Bearer " (without quotes) to it',
      },
    },
    security: [{ JWT: [] }],
  };
}

function reference(name: string) {
  return { $ref: `#/parameters/${name}` };
}

function toTablePath(table: Table) {
  const { name, columns } = table;
  const filters = [...columns.keys()].map((column) => reference(`rowFilter.${name}.${column}`));
  const description = toDescription(table.description, name);
  const done = { responses: { 204: { description: 'No Content' } } };
  return {
    get: {
      ...description,
      parameters: [
        ...filters,
        ...['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(reference),
      ],
      responses: {
        200: { description: 'OK', schema: { type: 'array', items: { $ref: `#/definitions/${name}` } } },
        206: { description: 'Partial Content' },
      },
    },
    ...(table.canInsert && {
      post: {
        ...description,
        parameters: [`body.${name}`, 'select', 'preferPost'].map(reference),
        responses: { 201: { description: 'Created' } },
      },
    }),
    ...(table.canUpdate && {
      patch: {
        ...description,
        parameters: [...filters, reference(`body.${name}`), reference('preferReturn')],
        ...done,
      },
    }),
    ...(table.canDelete && {
      delete: { ...description, parameters: [...filters, reference('preferReturn')], ...done },
    }),
  };
}

function toDescription(description: string | null, tag: string) {
  const [summary, ...rest] = (description ?? '').split('\n');
  const more = rest.join('\n').trim();
  return { tags: [tag], ...(summary && { summary }), ...(more && { description: more }) };
}

function toRoutinePath(routine: Routine) {
  const { parameters, isVolatile, name } = routine;
  const operation = {
    ...toDescription(routine.description, `(rpc) ${name}`),
    produces: mediaTypes.slice(0, 3),
    responses: { 200: { description: 'OK' } },
  };
  const properties = Object.fromEntries(
    parameters.map((parameter) => [parameter.name, toProperty(parameter.type)]),
  );
  const required = parameters.filter(({ isRequired }) => isRequired).map((parameter) => parameter.name);
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) };
  const query = parameters.map((parameter) => ({
    name: parameter.name,
    in: 'query',
    required: parameter.isRequired,
    type: 'string',
    format: toSwaggerFormat(parameter.type),
  }));
  return {
    ...(!isVolatile && { get: { ...operation, parameters: query } }),
    post: {
      ...operation,
      parameters: [{ name: 'args', in: 'body', required: true, schema }, reference('preferParams')],
    },
  };
}

function toProperty(type: string) {
  const items = toItems(type);
  const kind = toSwaggerType(type);
  return { format: toSwaggerFormat(type), ...(kind && { type: kind }), ...(items && { items }) };
}

function toDefinition(table: Table, catalogue: Catalogue) {
  const columns = [...table.columns.values()];
  const required = columns.filter(({ isNullable }) => !isNullable).map(({ name }) => name);
  return {
    ...(table.description && { description: table.description }),
    ...(required.length > 0 && { required }),
    type: 'object',
    properties: Object.fromEntries(
      columns.map((column) => [column.name, toColumn(table, column, catalogue)]),
    ),
  };
}

function toColumn(table: Table, column: Column, catalogue: Catalogue) {
  const notes = [
    table.primaryKey.includes(column.name) && 'This is a Primary Key.<pk/>',
    foreignKeyNote(table, column, catalogue),
  ].filter(Boolean);
  const description = [column.description, notes.length > 0 && ['Note:', ...notes].join('\n')]
    .filter(Boolean)
    .join('\n\n');
  return {
    ...(description && { description }),
    ...toProperty(column.baseType),
    ...(column.default !== null && { default: toDefault(column) }),
    ...(column.maxLength !== null && { maxLength: column.maxLength }),
    ...(column.choices.length > 0 && { enum: column.choices }),
  };
}

/** Numbers and booleans as they are; every other expression as text. */
function toDefault({ default: expression, baseType }: Column): unknown {
  const text = (expression ?? '').replace(/::[\w ."[\]()]+$/, '').replace(/^'(.*)'$/s, '$1');
  const kind = toSwaggerType(baseType);
  if (kind === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if ((kind === 'integer' || kind === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text;
}

function foreignKeyNote(table: Table, column: Column, catalogue: Catalogue): string | undefined {
  for (const relationship of findRelationshipsFrom(catalogue, table)) {
    if (relationship.kind === 'computed' || relationship.isForeignView || relationship.columns.length !== 1)
      continue;
    const [own, foreign] = relationship.columns[0] ?? [];
    if (own !== column.name || relationship.cardinality !== 'many-to-one') continue;
    const { name } = relationship.foreign;
    return `This is a Foreign Key to \`${name}.${foreign}\`.<fk table='${name}' column='${foreign}'/>`;
  }
  return undefined;
}

const inQuery = (name: string, description: string) => ({
  name,
  description,
  required: false,
  in: 'query',
  type: 'string',
});
const inHeader = (name: string, description: string, more: object = {}) => ({
  name,
  description,
  required: false,
  in: 'header',
  type: 'string',
  ...more,
});
const returns = ['return=representation', 'return=minimal', 'return=none'];

const sharedParameters = {
  preferParams: inHeader('Prefer', 'Preference'),
  preferReturn: inHeader('Prefer', 'Preference', { enum: returns }),
  preferCount: inHeader('Prefer', 'Preference', { enum: ['count=none'] }),
  preferPost: inHeader('Prefer', 'Preference', {
    enum: [...returns, 'resolution=ignore-duplicates', 'resolution=merge-duplicates'],
  }),
  select: inQuery('select', 'Filtering Columns'),
  on_conflict: inQuery('on_conflict', 'On Conflict'),
  order: inQuery('order', 'Ordering'),
  range: inHeader('Range', 'Limiting and Pagination'),
  rangeUnit: inHeader('Range-Unit', 'Limiting and Pagination', { default: 'items' }),
  offset: inQuery('offset', 'Limiting and Pagination'),
  limit: inQuery('limit', 'Limiting and Pagination'),
};

function toTableParameters({ name, columns }: Table): [string, object][] {
  const body = {
    name,
    description: name,
    required: false,
    in: 'body',
    schema: { $ref: `#/definitions/${name}` },
  };
  const filters = [...columns.values()].map((column): [string, object] => [
    `rowFilter.${name}.${column.name}`,
    {
      ...inQuery(column.name, column.description ?? ''),
      ...(column.description === null && { description: undefined }),
    },
  ]);
  return [[`body.${name}`, body], ...filters];
}

import { beforeEach, expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { useSiteMigrations } from '../../tests/harness/database/site-migrations.ts';
import { rawFragment } from '../driver/sql.ts';

/** As a project has them: both bodies are checked when the functions are created. */
const functions = `
  create function public.ask(address text) returns text language plpgsql as $$
    declare
      answer extensions.http_response;
      given extensions.http_header[] := extensions.http_headers('X-One', '1', 'X-Two', '2');
    begin
      perform extensions.http_set_curlopt('CURLOPT_TIMEOUT', '10');
      select * into answer from extensions.http(
        ('GET', address, given, null, null)::extensions.http_request);
      return answer.content;
    end $$;
  create function public.ask_in_sql(address text) returns text language sql as
    'select content from extensions.http_get(address)';`;

describeOnEveryServer('the stand-in for http', (server) => {
  const db = () => server().database;
  const { apply } = useSiteMigrations(server);
  beforeEach(() => apply('create extension if not exists http with schema extensions'));

  it('lets functions that call it be created', async () => {
    await apply(functions);
    for (const name of ['ask', 'ask_in_sql'])
      await expect(db().sql`select public.${rawFragment(name)}('https://example.com')`).rejects.toMatchObject(
        {
          code: '0A000',
          message: 'No request is sent: this server does not have the extension http',
          hint: expect.stringMatching(/net\.http_get or net\.http_post of pg_net.* DATABASE_URL/),
        },
      );
    await apply('drop function public.ask, public.ask_in_sql');
  });

  it.each([
    ["http_get('https://a.test', '{}'::jsonb)"],
    ["http_post('https://a.test', '{}', 'application/json')"],
    ["http_post('https://a.test', '{}'::jsonb)"],
    ["http_put('https://a.test', '{}', 'application/json')"],
    ["http_patch('https://a.test', '{}', 'application/json')"],
    ["http_delete('https://a.test')"],
    ["http_delete('https://a.test', '{}', 'application/json')"],
    ["http_head('https://a.test')"],
  ])('refuses %s', async (call) => {
    await expect(db().sql`select extensions.${rawFragment(call)}`).rejects.toThrow('No request is sent');
  });

  it.each([
    [`urlencode('my special string''s & things?')`, 'my+special+string%27s+%26+things%3F'],
    [`urlencode('aZ09-_.~ é')`, 'aZ09-_.~+%C3%A9'],
    [`urlencode('\\x41ff0020'::bytea)`, 'A%FF%00+'],
    [
      `urlencode('{"name": "Colin & James", "rate": 50.50, "new": true, "gone": null, "more": [1], "": 1}'::jsonb)`,
      'new=true&gone=&name=Colin+%26+James&rate=50.5',
    ],
    [`urlencode('{}'::jsonb)`, null],
    [`bytea_to_text('\\xc3a9')`, 'é'],
    [`text_to_bytea('é')::text`, '\\xc3a9'],
    [`http_header('A', 'b')::text`, '(A,b)'],
    [`http_headers('A', 'b', 'C', 'd')::text`, '{"(A,b)","(C,d)"}'],
  ])('%s is %s', async (call, expected) => {
    const found = await db().sql`select extensions.${rawFragment(call)} as value`;
    expect(found).toEqual([{ value: expected }]);
  });

  it('is dropped with its types', async () => {
    await apply('drop extension http');
    expect(
      await db().sql`select to_regtype('extensions.http_request') as request,
        to_regtype('extensions.http_method') as method, to_regproc('extensions.http_headers') as headers`,
    ).toEqual([{ request: null, method: null, headers: null }]);
  });
});

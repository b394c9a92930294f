import { z } from 'zod';
import type { NewPerson, PeoplePage, PersonData } from '../../../app/admin/people/people-data.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminCall, AdminRoute } from '../admin-route.ts';
import type { AskBackend, AskBackendOptions } from '../ask-backend.ts';
import { createExplainRefusal } from '../explain-refusal.ts';
import { badRequest } from '../serve-admin.ts';
import { type AccountMaker, mailLinksTo, readAuthAnswer } from './account-maker.ts';
import { id, type ListPlace, noPerson, readAfter, readId } from './people-queries.ts';
import { createPersonEventsRoute } from './person-events.ts';

export interface PeopleRoutesOptions {
  askBackend: AskBackend;
  /** For mails that a visitor could ask for as well. */
  backend: AskBackendOptions;
  siteUrl: string;
  /** What only the embedded backend offers; undefined with a hosted project. */
  embedded: { accounts: AccountMaker } | undefined;
}

const explainRefusal = createExplainRefusal({
  statuses: {
    not_found: 404,
    yourself: 409,
    no_address: 409,
    owner_address: 409,
    referenced: 409,
    bad_time: 400,
  },
});

const pageSize = 50;
const maxQuery = 200;

const person = z.object({ id });
const ban = z.object({ id, until: z.iso.datetime().nullable() });
const session = z.object({ id, session: z.uuid().optional() });
const factor = z.object({ id, factor: z.uuid() });
const email = z.email('That is not an email address. It should look like name@example.org.').max(255);
const name = z.string().trim().max(100).default('');
const invited = z.object({ email, name });
// The service reads 72 bytes of a password.
const created = z.object({ email, name, password: z.string().min(8).max(72) });

/** Looking after the accounts of the site. The functions of the database note what they change; the rest is noted here. */
export function createPeopleRoutes(options: PeopleRoutesOptions): AdminRoute[] {
  const accounts = options.embedded?.accounts;
  const ask = <Answer>({ token }: AdminCall, named: string, args: object): Promise<Answer> =>
    options.askBackend<Answer>(token, named, args).catch(explainRefusal);

  /** A route that calls one function and answers nothing. */
  function change<Body>(
    path: `/${string}`,
    shape: z.ZodType<Body>,
    run: (body: Body) => [named: string, args: object],
  ): AdminRoute {
    return {
      method: 'POST',
      path,
      async answer(call) {
        await ask(call, ...run(await call.readJson(shape)));
        return Response.json({});
      },
    };
  }

  async function requirePerson(call: AdminCall, wanted: string): Promise<PersonData> {
    const found = await ask<PersonData | null>(call, 'admin_person', { person: wanted });
    if (!found) throw noPerson();
    return found;
  }

  return [
    {
      method: 'GET',
      path: '/people',
      async answer(call) {
        const args = readListQuery(call.query);
        const found = await ask<Pick<PeoplePage, 'people' | 'total'>>(call, 'admin_people', args);
        return Response.json(toPage(found, args.sort, accounts !== undefined));
      },
    },
    {
      method: 'GET',
      path: '/people/person',
      async answer(call) {
        return Response.json(await requirePerson(call, readId(call.query)));
      },
    },
    createPersonEventsRoute(options),
    {
      method: 'POST',
      path: '/people/create',
      async answer(call) {
        const body = await call.readJson(created);
        const maker = requireMaker(accounts);
        const account = { ...body, id: crypto.randomUUID() };
        await ask(call, 'admin_note_new_person', { person: account.id, address: account.email });
        return Response.json((await maker.create(account)) satisfies NewPerson, { status: 201 });
      },
    },
    {
      method: 'POST',
      path: '/people/invite',
      async answer(call) {
        const body = await call.readJson(invited);
        const maker = requireMaker(accounts);
        await call.note('people.invite', body.email.toLowerCase());
        return Response.json((await maker.invite(body)) satisfies NewPerson, { status: 201 });
      },
    },
    {
      method: 'POST',
      path: '/people/recover',
      async answer(call) {
        const { email: address, ...found } = await requirePerson(call, (await call.readJson(person)).id);
        if (!address) throw new AdminError(409, 'no-address', 'This account has no address.');
        await call.note('people.recover', found.id, { email: address });
        await sendRecovery(options, address);
        return Response.json({});
      },
    },
    change('/people/confirm', person, (body) => ['admin_confirm_email', { person: body.id }]),
    change('/people/ban', ban, (body) => ['admin_ban', { person: body.id, until: body.until }]),
    change('/people/end-session', session, (body) => [
      'admin_end_session',
      { person: body.id, session: body.session ?? null },
    ]),
    {
      ...change('/people/remove-factor', factor, (body) => [
        'admin_remove_factor',
        { person: body.id, factor: body.factor },
      ]),
      asksAgain: true,
    },
    {
      ...change('/people/delete', person, (body) => ['admin_delete_person', { person: body.id }]),
      asksAgain: true,
    },
    {
      method: 'GET',
      path: '/people/export',
      asksAgain: true,
      async answer(call) {
        return Response.json(await ask(call, 'admin_export_person', { person: readId(call.query) }));
      },
    },
  ];
}

interface ListQuery extends ListPlace {
  query: string;
  sort: string;
}

function readListQuery(query: URLSearchParams): ListQuery {
  const sort = query.get('sort') ?? 'created';
  if (sort !== 'created' && sort !== 'sign-in') throw badRequest('sort: "created" or "sign-in"');
  const wanted = { query: (query.get('q') ?? '').slice(0, maxQuery), sort };
  return { ...wanted, ...readAfter(query) };
}

/** The database returns one more than a page if there are more. */
function toPage(
  { people, total }: Pick<PeoplePage, 'people' | 'total'>,
  sort: string,
  canCreate: boolean,
): PeoplePage {
  const shown = people.slice(0, pageSize);
  const last = shown.at(-1);
  const hasMore = people.length > pageSize;
  const at = (sort === 'sign-in' ? last?.last_sign_in_at : last?.created_at) ?? '';
  return { people: shown, total, canCreate, ...(hasMore && { next: `${last?.id}~${at}` }) };
}

function requireMaker(accounts: AccountMaker | undefined): AccountMaker {
  if (accounts) return accounts;
  throw new AdminError(
    501,
    'hosted',
    'This site has no key of the hosted project. Invite people in the project’s dashboard.',
  );
}

/** As a visitor who asks for it: no key is needed, and the limits hold. */
async function sendRecovery({ backend, siteUrl }: PeopleRoutesOptions, address: string) {
  const target = `${backend.url}/auth/v1/recover?${mailLinksTo(siteUrl)}`;
  const response = await backend.fetch(
    new Request(target, {
      method: 'POST',
      headers: {
        apikey: backend.key,
        authorization: `Bearer ${backend.key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email: address }),
      signal: AbortSignal.timeout(10_000),
    }),
  );
  await readAuthAnswer(response);
}

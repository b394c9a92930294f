import type { PersonEvent, PersonEvents } from '../../../app/admin/people/people-data.ts';
import type { AdminRoute } from '../admin-route.ts';
import type { AskBackend } from '../ask-backend.ts';
import { createExplainRefusal } from '../explain-refusal.ts';
import { readAfter, readId } from './people-queries.ts';

const pageSize = 50;

/** Without the indexes of the migration, as a hosted project may be, all entries are read. */
const explainRefusal = createExplainRefusal({
  statuses: {},
  tooSlow: 'There are too many entries to look through here. The dashboard of the project has them.',
});

/** What the auth service noted about an account, the newest first. */
export function createPersonEventsRoute({ askBackend }: { askBackend: AskBackend }): AdminRoute {
  return {
    method: 'GET',
    path: '/people/events',
    async answer({ query, token }) {
      const args = { person: readId(query), ...readAfter(query) };
      const found = await askBackend<PersonEvent[] | null>(token, 'admin_person_events', args).catch(
        explainRefusal,
      );
      return Response.json(toPage(found));
    },
  };
}

/** The database returns one more than a page if there are more, and null if the entries cannot be read. */
function toPage(found: PersonEvent[] | null): PersonEvents {
  const events = found?.slice(0, pageSize) ?? null;
  const last = events?.at(-1);
  if (!found || !last || found.length <= pageSize) return { events };
  return { events, next: `${last.id}~${last.at}` };
}

import type { LogEntry, LogPage, Overview } from '../../app/admin/overview-data.ts';
import type { PageState } from '../../markdown/files/content-files.ts';
import type { Content } from '../../markdown/open-content.ts';
import type { AdminRoute } from './admin-route.ts';
import type { AskBackend } from './ask-backend.ts';
import { badRequest } from './serve-admin.ts';

export interface OverviewRoutesOptions {
  content: Pick<Content, 'visiblePages' | 'faults'>;
  askBackend: AskBackend;
}

/** Of `admin_actions`. */
const pageSize = 50;

/** What an owner sees first, and the log of what owners did. */
export function createOverviewRoutes({ content, askBackend }: OverviewRoutesOptions): AdminRoute[] {
  return [
    { method: 'GET', path: '/overview', answer: async () => Response.json(readOverview(content)) },
    {
      method: 'GET',
      path: '/log',
      async answer({ query, token }) {
        const after = query.get('after') ?? undefined;
        if (after !== undefined && !/^\d{1,18}$/.test(after))
          throw badRequest('after: the number of an entry is expected');
        const args = { before_id: after, of_target: query.get('target') ?? undefined };
        const entries = await askBackend<LogEntry[]>(token, 'admin_actions', args);
        const last = entries.length < pageSize ? undefined : entries.at(-1);
        return Response.json({ entries, ...(last && { next: String(last.id) }) } satisfies LogPage);
      },
    },
  ];
}

function readOverview(content: OverviewRoutesOptions['content']): Overview {
  const pages = content.visiblePages('owner').pages();
  const count = (state: PageState) => pages.filter((page) => page.state === state).length;
  const faulty = new Set(content.faults().map(({ file }) => file)).size;
  return {
    pages: { published: count('published'), draft: count('draft'), scheduled: count('scheduled'), faulty },
  };
}

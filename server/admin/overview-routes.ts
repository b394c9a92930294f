import type { LogEntry, Overview } from '../../app/admin/overview-data.ts';
import type { PageState } from '../../markdown/files/content-files.ts';
import type { Content } from '../../markdown/open-content.ts';
import type { AdminRoute } from './admin-route.ts';
import type { AskBackend } from './ask-backend.ts';
import { badRequest } from './serve-admin.ts';

export interface OverviewRoutesOptions {
  content: Pick<Content, 'visiblePages' | 'faults'>;
  askBackend: AskBackend;
}

/** What an owner sees first, and the log of what owners did. */
export function createOverviewRoutes({ content, askBackend }: OverviewRoutesOptions): AdminRoute[] {
  return [
    { method: 'GET', path: '/overview', answer: async () => Response.json(readOverview(content)) },
    {
      method: 'GET',
      path: '/log',
      async answer({ query, token }) {
        const before = query.get('before') ?? undefined;
        if (before !== undefined && !/^\d{1,18}$/.test(before))
          throw badRequest('before: the number of an entry is expected');
        const args = { before_id: before, of_target: query.get('target') ?? undefined };
        const entries = await askBackend<LogEntry[]>(token, 'admin_actions', args);
        return Response.json({ entries });
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

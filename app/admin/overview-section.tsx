import { SkeletonLines } from '../components/skeleton.tsx';
import { formatCounted } from '../format/count.ts';
import { adminPages } from './admin-paths.ts';
import { AdminProblem } from './admin-problem.tsx';
import { LogList } from './log-list.tsx';
import type { LogPage, Overview } from './overview-data.ts';
import { useAnswer } from './use-answer.ts';

const language = 'en';
const pages = { one: 'page', other: 'pages' };

/** `/admin`: where things are, and what was done last. */
export function OverviewSection() {
  const { answer, fault, again } = useAnswer<Overview>('/overview');
  const log = useAnswer<LogPage>('/log');
  if (fault) return <AdminProblem fault={fault} again={again} />;
  return (
    <>
      <ul className="admin-doors">
        {adminPages.slice(1).map(({ path, title, purpose }) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <p>{path === '/admin/write' && answer ? describePages(answer) : purpose}</p>
          </li>
        ))}
        <li>
          <a href="/stats">Page views</a>
          <p>What is read, from where, and when</p>
        </li>
      </ul>
      <section aria-labelledby="last-changes">
        <h2 className="section-title" id="last-changes">
          Last changes
        </h2>
        {log.answer ? (
          <LogList entries={log.answer.entries.slice(0, 8)} />
        ) : (
          <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5']} />
        )}
        {log.answer && log.answer.entries.length > 8 && (
          <p className="admin-more">
            <a href="/admin/log">All changes</a>
          </p>
        )}
      </section>
    </>
  );
}

function describePages({ pages: counts }: Overview): string {
  const parts = [`${formatCounted(counts.published, pages, language)} published`];
  if (counts.draft > 0) parts.push(`${formatCounted(counts.draft, drafts, language)}`);
  if (counts.scheduled > 0) parts.push(`${counts.scheduled} scheduled`);
  if (counts.faulty > 0) parts.push(`${formatCounted(counts.faulty, files, language)} with faults`);
  return parts.join(', ');
}

const drafts = { one: 'draft', other: 'drafts' };
const files = { one: 'file', other: 'files' };

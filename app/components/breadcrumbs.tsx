import { useWords } from '../current-site.ts';

/** The folders above the page, from the top. The page itself is the heading below. */
export function Breadcrumbs({ trail }: { trail: { title: string; path: string }[] }) {
  const words = useWords();
  if (trail.length === 0) return null;
  return (
    <nav className="crumbs label" aria-label={words.breadcrumbs}>
      <ol>
        {trail.map(({ title, path }) => (
          <li key={path}>
            <a href={path}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

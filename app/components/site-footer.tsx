import { Link } from 'react-router';
import site from '../../site.config.ts';

export function SiteFooter() {
  return (
    <footer className="frame">
      <div className="site-footer flex flex-wrap items-baseline justify-between gap-x-l gap-y-xs">
        <p>{site.title}. The light is on.</p>
        <nav aria-label="Footer">
          <ul>
            {site.footer.map(({ title, path }) => (
              <li key={path}>
                <Link to={path}>{title}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}

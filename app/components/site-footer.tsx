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
                <a href={path}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}

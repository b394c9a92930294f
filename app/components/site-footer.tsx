import { useSite, useWords } from '../current-site.ts';
import { LanguageLinks } from './language-links.tsx';

export function SiteFooter() {
  const site = useSite();
  const words = useWords();
  return (
    <footer className="frame">
      <div className="site-footer flex flex-wrap items-baseline justify-between gap-x-l gap-y-xs">
        <p>{words.lightIsOn(site.title)}</p>
        <LanguageLinks />
        <nav aria-label={words.footerMenu}>
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

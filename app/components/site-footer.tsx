import { useMatches } from 'react-router';
import site from '../../site.config.ts';
import { usePrefix, useSite, useWords } from '../current-site.ts';
import type { Page } from '../page-data.ts';
import { listLanguages } from '../site-language.ts';

export function SiteFooter() {
  const { title: siteTitle, footer } = useSite();
  const words = useWords();
  return (
    <footer className="frame">
      <div className="site-footer flex flex-wrap items-baseline justify-between gap-x-l gap-y-xs">
        <p>{words.lightIsOn(siteTitle)}</p>
        <LanguageLinks />
        <nav aria-label={words.footerMenu}>
          <ul>
            {footer.map(({ title, path }) => (
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

/** The page in the other languages, or their front page where they do not have it. A site with one language shows nothing. */
function LanguageLinks() {
  const words = useWords();
  const prefix = usePrefix();
  const page = useMatches().at(-1)?.loaderData as Page | undefined;
  const languages = listLanguages(site);
  if (languages.length === 0) return null;
  const pathOf = (language: string) =>
    page?.head.translations?.find((translation) => translation.language === language)?.path;
  return (
    <nav aria-label={words.languageMenu}>
      <ul>
        {languages.map((entry) => (
          <li key={entry.language}>
            <a
              href={pathOf(entry.language) ?? (entry.prefix || '/')}
              lang={entry.language}
              hrefLang={entry.language}
              aria-current={entry.prefix === prefix ? 'true' : undefined}
            >
              {new Intl.DisplayNames(entry.language, { type: 'language' }).of(entry.language)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

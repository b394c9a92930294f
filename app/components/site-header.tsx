import { useLocation } from 'react-router';
import { usePrefix, useSite, useWords } from '../current-site.ts';
import { AccountMenu } from './account-menu.tsx';
import { Lantern } from './lantern.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Every link is visible on every screen size. The menu of the account opens without a script, too. */
export function SiteHeader() {
  const { pathname } = useLocation();
  const site = useSite();
  const words = useWords();
  const prefix = usePrefix();
  const home = prefix || '/';
  return (
    <header className="frame site-header">
      <a className="brand" href={home} aria-current={pathname === home ? 'page' : undefined}>
        <Lantern />
        {site.title}
      </a>
      <nav className="site-nav" aria-label={words.mainMenu}>
        <ul>
          {site.navigation.map(({ title, path }) => (
            <li key={path}>
              <a href={path} aria-current={currentAs(path, pathname)}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="site-tools">
        <a className="to-search" href={`${prefix}/search`} aria-keyshortcuts="Control+K Meta+K /">
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <circle cx="8.5" cy="8.5" r="5.5" />
            <path d="m12.700 12.700 4.800 4.800" />
          </svg>
          <span>{words.searching.search}</span>
        </a>
        <AccountMenu />
        <ThemeSwitch />
      </div>
    </header>
  );
}

/** `page` for the page itself; `true` for a page somewhere below the link. */
function currentAs(path: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === path) return 'page';
  return path !== '/' && pathname.startsWith(`${path}/`) ? 'true' : undefined;
}

import { useLocation } from 'react-router';
import site from '../../site.config.ts';
import { Lantern } from './lantern.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Every link is in sight on every screen: there is no menu to open, so nothing here needs a script. */
export function SiteHeader() {
  const { pathname } = useLocation();
  return (
    <header className="frame site-header">
      <a className="brand" href="/" aria-current={pathname === '/' ? 'page' : undefined}>
        <Lantern />
        {site.title}
      </a>
      <nav className="site-nav" aria-label="Main">
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
        <a className="when-signed-out" href={site.signIn.login}>
          Sign in
        </a>
        <a className="when-signed-in" href="/account">
          Account
        </a>
        <ThemeSwitch />
      </div>
    </header>
  );
}

/** All that the header shows of where it stands: two pages with the same answer have the same header. */
export function describeHeader(pathname: string): string {
  const links = site.navigation.map(({ path }) => currentAs(path, pathname) ?? '');
  return [pathname === '/' ? 'page' : '', ...links].join();
}

/** The page itself is `page`; a page somewhere below the link is `true`. */
function currentAs(path: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === path) return 'page';
  return path !== '/' && pathname.startsWith(`${path}/`) ? 'true' : undefined;
}

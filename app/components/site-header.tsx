import { Link, useLocation } from 'react-router';
import site from '../../site.config.ts';
import { Lantern } from './lantern.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Every link is in sight on every screen: there is no menu to open, so nothing here needs a script. */
export function SiteHeader() {
  const { pathname } = useLocation();
  return (
    <header className="frame site-header">
      <Link className="brand" to="/" aria-current={pathname === '/' ? 'page' : undefined}>
        <Lantern />
        {site.title}
      </Link>
      <nav className="site-nav" aria-label="Main">
        <ul>
          {site.navigation.map(({ title, path }) => (
            <li key={path}>
              <Link to={path} aria-current={currentAs(path, pathname)}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="site-tools">
        <Link className="when-signed-out" to={site.signIn.login}>
          Sign in
        </Link>
        <Link className="when-signed-in" to="/account">
          Account
        </Link>
        <ThemeSwitch />
      </div>
    </header>
  );
}

/** The page itself is `page`; a page somewhere below the link is `true`. */
function currentAs(path: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === path) return 'page';
  return path !== '/' && pathname.startsWith(`${path}/`) ? 'true' : undefined;
}

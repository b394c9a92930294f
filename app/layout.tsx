import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { SiteFooter } from './components/site-footer.tsx';
import { SiteHeader } from './components/site-header.tsx';
import { useWords } from './current-site.ts';

interface LayoutProps {
  children?: ReactNode;
  /** Above the page. */
  banner?: ReactNode;
}

/** The default layout. Its HTML is the same for every visitor: CSS shows the session state and the theme. */
export function Layout({ children, banner }: LayoutProps) {
  const words = useWords();
  return (
    <>
      <a className="skip" href="#main">
        {words.skipToContent}
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        {banner}
        {children ?? <Outlet />}
      </main>
      <SiteFooter />
    </>
  );
}

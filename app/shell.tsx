import {
  type ComponentProps,
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation, useMatches, useNavigation } from 'react-router';
import site from '../site.config.ts';
import { Announcer } from './components/announcer.tsx';
import { LoadingBar } from './components/loading-bar.tsx';
import { NewVersionNotice } from './components/new-version-notice.tsx';
import { UnpublishedBanner } from './components/unpublished-banner.tsx';
import { CurrentPath } from './current-site.ts';
import { useGuard } from './guard/use-guard.ts';
import { applyHead } from './head/apply-head.ts';
import { Layout } from './layout.tsx';
import { prefetchVisibleLinks } from './navigation/prefetch.ts';
import type { Page } from './page-data.ts';
import { whenIdle } from './runtime/build-manifest.ts';
import { newVersion } from './runtime/new-version.ts';
import { sendPageView, setPageToken } from './runtime/page-view.ts';
import { useScroll } from './runtime/scroll.ts';
import { isOwnersSession } from './session/owners-session.ts';
import { siteAt } from './site-language.ts';

/** A shorter wait shows no loading bar, which would only flash. */
const loadingBarDelayMs = 200;

/** The default layout with everything that happens around a page: after a commit, scroll → announce → page view. */
export function Shell() {
  const { pathname, search } = useLocation();
  const page = useShownPage();
  const languagePath = page?.languagePath ?? pathname;
  const [announcement, setAnnouncement] = useState('');
  const shownPath = useRef(pathname);
  const navigation = useNavigation();

  useLayoutEffect(() => {
    if (page) applyHead(page.head, siteAt(site, languagePath));
  }, [page, languagePath]);
  useGuard(pathname);
  useScroll();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of query can bring new links as well.
  useEffect(() => prefetchVisibleLinks(), [pathname, search]);
  useEffect(() => {
    // The first load was announced by the browser and counted by the boot script.
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    setAnnouncement(document.title);
    setPageToken(page?.view);
    sendPageView(pathname);
  }, [pathname, page]);

  return (
    <CurrentPath value={languagePath}>
      <LoadingBar visible={useDelayed(navigation.state !== 'idle', loadingBarDelayMs)} />
      <Layout banner={page?.unpublished && <UnpublishedBanner {...page.unpublished} />} />
      <Announcer message={announcement} />
      <NewVersion />
      <ForOwners page={page} path={pathname} search={search} />
    </CurrentPath>
  );
}

/** The page on screen, or undefined when an error is. */
function useShownPage(): Page | undefined {
  const matches = useMatches();
  return matches[matches.length - 1]?.loaderData as Page | undefined;
}

const OwnerTools = lazy(() => import('./live-page/owner-tools.tsx'));

function ForOwners(props: ComponentProps<typeof OwnerTools>) {
  const [wanted, setWanted] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an owner may have signed in on the page before.
  useEffect(() => whenIdle(() => void isOwnersSession().then(setWanted)), [props.path]);
  return wanted ? (
    <Suspense>
      <OwnerTools {...props} />
    </Suspense>
  ) : null;
}

function NewVersion() {
  const outdated = useSyncExternalStore(newVersion.subscribe, newVersion.isKnown, () => false);
  const [dismissed, setDismissed] = useState(false);
  if (!outdated || dismissed) return null;
  return <NewVersionNotice onReload={() => location.reload()} onDismiss={() => setDismissed(true)} />;
}

function useDelayed(active: boolean, delay: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return setLate(false);
    const timer = setTimeout(() => setLate(true), delay);
    return () => clearTimeout(timer);
  }, [active, delay]);
  return active && late;
}

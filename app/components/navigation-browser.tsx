import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { WidgetBoundary } from './widget-boundary.tsx';

const loadPanel = () =>
  import('./navigation-panel.tsx').then((module) => ({ default: module.NavigationPanel }));
const NavigationPanel = lazy(loadPanel);

/** "Browse all": the whole tree of the site, fetched when the dialog is opened. */
export function NavigationBrowser() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  // Following a link in the tree closes the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of path is what closes it.
  useEffect(() => setOpen(false), [pathname]);

  return (
    <>
      <button
        type="button"
        className="link-button needs-script"
        aria-haspopup="dialog"
        // An error is shown when the panel is opened.
        onPointerEnter={() => loadPanel().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        Browse all
      </button>
      <dialog className="browser" ref={dialog} aria-label="All pages" onClose={() => setOpen(false)}>
        {open && (
          <WidgetBoundary>
            <Suspense fallback={<p className="browser-body label">Loading …</p>}>
              <NavigationPanel currentPath={pathname} onClose={() => setOpen(false)} />
            </Suspense>
          </WidgetBoundary>
        )}
      </dialog>
    </>
  );
}

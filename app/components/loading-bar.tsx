/** A thin bar along the top while a page is loading. Screen readers hear the announcer instead. */
export function LoadingBar({ visible }: { visible: boolean }) {
  return visible ? <div className="loading-bar" aria-hidden="true" /> : null;
}

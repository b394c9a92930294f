/** A thin line along the top while a page is on its way. Screen readers hear the announcer instead. */
export function LoadingBar({ visible }: { visible: boolean }) {
  return visible ? <div className="loading-bar" aria-hidden="true" /> : null;
}

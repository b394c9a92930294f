/** The page on screen has no file any more. It stays as it is, so that nothing is lost before the reader goes on. */
export function MovedNotice({ path, to }: { path: string; to: string | undefined }) {
  const folder = path.slice(0, path.lastIndexOf('/')) || '/';
  return (
    <div className="version-notice" role="status">
      <span>{to ? 'This page has a new address:' : 'The file of this page is gone.'}</span>
      <a className="link-button" href={to ?? folder}>
        {to ?? `Go to ${folder}`}
      </a>
    </div>
  );
}

import type { LocalNavigation as Navigation } from '../../markdown/document.ts';

/** The pages beside this one in its folder, and links to everything else. Its size is bounded, however large the site is. */
export function LocalNavigation({ navigation: { trail, siblings, more } }: { navigation: Navigation }) {
  const folder = trail.at(-1);
  return (
    <div className="axis nearby">
      <h2 className="label margin" id="nearby">
        {folder ? `In ${folder.title}` : 'Nearby'}
      </h2>
      <nav aria-labelledby="nearby">
        <ul className="nearby-list">
          {siblings.map(({ title, path, folder: isFolder, current }) => (
            <li key={path}>
              <a href={path} aria-current={current ? 'page' : undefined}>
                {title}
                {isFolder && ' /'}
              </a>
            </li>
          ))}
          {more && folder && (
            <li>
              <a href={folder.path}>All in {folder.title}</a>
            </li>
          )}
        </ul>
        <div className="nearby-doors">
          <a href="/posts">All articles</a>
        </div>
      </nav>
    </div>
  );
}

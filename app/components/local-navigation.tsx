import type { LocalNavigation as Navigation } from '../../markdown/document.ts';
import { usePrefix, useWords } from '../current-site.ts';

/** The pages beside this one in its folder, and links to everything else. Its size is bounded, however large the site is. */
export function LocalNavigation({ navigation: { trail, siblings, more } }: { navigation: Navigation }) {
  const folder = trail.at(-1);
  const words = useWords();
  const prefix = usePrefix();
  return (
    <div className="axis nearby">
      <h2 className="label margin" id="nearby">
        {folder ? words.inFolder(folder.title) : words.nearby}
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
              <a href={folder.path}>{words.allInFolder(folder.title)}</a>
            </li>
          )}
        </ul>
        <div className="nearby-doors">
          <a href={`${prefix}/posts`}>{words.allArticles}</a>
        </div>
      </nav>
    </div>
  );
}

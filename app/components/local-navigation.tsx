import type { LocalNavigation as Navigation } from '../../markdown/document.ts';
import { usePrefix, useWords } from '../current-site.ts';

/** The pages beside this one in its folder, beside the text where there is space. Its size is bounded, however large the site is. */
export function FolderAside({ navigation }: { navigation: Navigation }) {
  const label = useFolderLabel(navigation);
  return (
    <div className="folder-aside">
      <nav aria-label={label}>
        <p className="label">{label}</p>
        <FolderPages navigation={navigation} />
      </nav>
    </div>
  );
}

/** The same, collapsed above the text, where there is no space beside it: CSS shows one of the two. */
export function FolderFold({ navigation }: { navigation: Navigation }) {
  const label = useFolderLabel(navigation);
  return (
    <nav className="article-fold folder-fold" aria-label={label}>
      <details>
        <summary>{label}</summary>
        <FolderPages navigation={navigation} />
      </details>
    </nav>
  );
}

function useFolderLabel({ trail }: Navigation): string {
  const folder = trail.at(-1);
  const words = useWords();
  return folder ? folder.title : words.nearby;
}

function FolderPages({ navigation: { trail, siblings, more } }: { navigation: Navigation }) {
  const folder = trail.at(-1);
  const words = useWords();
  const prefix = usePrefix();
  return (
    <ul className="contents">
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
      <li className="all-articles">
        <a href={`${prefix}/posts`}>{words.allArticles}</a>
      </li>
    </ul>
  );
}

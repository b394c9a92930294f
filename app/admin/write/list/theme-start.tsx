import { THEME_FILE } from '../../../../markdown/theme/theme-file.ts';
import type { ContentList } from '../content-data.ts';
import { toEditorAddress } from '../write-address.ts';

/** While there is no theme.css: what it would be good for, and the way to it. */
export function ThemeStart({ list, search }: { list: ContentList; search: string }) {
  const isFile = ({ file }: { file: string }) => file === THEME_FILE;
  const words = search.toLowerCase().split(/\s+/);
  if (list.files.some(isFile) || !words.every((word) => `colors ${THEME_FILE}`.includes(word))) return null;
  const hasDraft = list.newDrafts.some(isFile);
  return (
    <section className="write-empty write-theme-start" aria-labelledby="write-theme">
      <h3 id="write-theme">Colors</h3>
      <p>
        Background, text and links have the colors that the site came with. Yours, for day and for night, are
        kept in the file <code>{THEME_FILE}</code>.
      </p>
      <p>
        <a className="button button-quiet" href={toEditorAddress(THEME_FILE)}>
          {hasDraft ? 'Go on with your draft' : 'Change the colors'}
        </a>
      </p>
    </section>
  );
}

import { useSite, useWords } from '../current-site.ts';
import type { Untranslated } from '../page-data.ts';

/** Above a page that the language of the visitor does not have. */
export function UntranslatedNotice({ path, language }: Untranslated) {
  const shownIn = useSite().language;
  const words = useWords();
  const names = new Intl.DisplayNames(shownIn, { type: 'language' });
  return (
    <p className="notice mb-l" role="note">
      {words.notTranslated(names.of(shownIn) ?? shownIn, names.of(language) ?? language)}{' '}
      <a href={path} hrefLang={language}>
        {words.readOriginal}
      </a>
    </p>
  );
}

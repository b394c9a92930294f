import { useSite, useWords } from '../current-site.ts';
import type { Unpublished } from '../page-data.ts';
import { PreviewButton } from './preview-button.tsx';

/** Above a page that strangers do not see. */
export function UnpublishedBanner({ state, moment, previewUntil }: Unpublished) {
  const { owner: words } = useWords();
  return (
    <div className="frame axis">
      <div className="unpublished-banner" role="note" aria-label={words.notPublished}>
        <strong>{words.states[state]}</strong>
        {moment && (
          <span>
            {state === 'scheduled' ? words.appears : words.since} <Moment iso={moment} />
          </span>
        )}
        {previewUntil ? (
          <span>
            {words.previewUntil} <Moment iso={previewUntil} />
          </span>
        ) : (
          <>
            <span>{words.onlyYou}</span>
            <PreviewButton />
          </>
        )}
      </div>
    </div>
  );
}

/** In UTC on the server and in the browser, as the field of the page is. */
function Moment({ iso }: { iso: string }) {
  const { language } = useSite();
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  const text = new Intl.DateTimeFormat(language, format).format(new Date(iso));
  // Browsers may put another kind of space into a time than the server.
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {`${text} UTC`}
    </time>
  );
}

import site from '../../site.config.ts';
import type { Unpublished } from '../page-data.ts';
import { PreviewButton } from './preview-button.tsx';

const names = { draft: 'Draft', scheduled: 'Scheduled', expired: 'Expired' };

/** Above a page that strangers do not see. */
export function UnpublishedBanner({ state, moment, previewUntil }: Unpublished) {
  return (
    <div className="frame axis">
      <div className="unpublished-banner" role="note" aria-label="Not published">
        <strong>{names[state]}</strong>
        {moment && (
          <span>
            {state === 'scheduled' ? 'appears' : 'since'} <Moment iso={moment} />
          </span>
        )}
        {previewUntil ? (
          <span>
            shown by a preview link until <Moment iso={previewUntil} />
          </span>
        ) : (
          <>
            <span>only you see this</span>
            <PreviewButton />
          </>
        )}
      </div>
    </div>
  );
}

/** In UTC on the server and in the browser, as the field of the page is. */
function Moment({ iso }: { iso: string }) {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  const text = new Intl.DateTimeFormat(site.language, format).format(new Date(iso));
  // Browsers may put another kind of space into a time than the server.
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {`${text} UTC`}
    </time>
  );
}

import { formatDateTime } from '../../format/date-time.ts';
import type { PageState } from './content-data.ts';

const words: Record<PageState, string> = {
  published: 'Published',
  draft: 'Draft',
  scheduled: 'Scheduled',
  expired: 'Expired',
  unlisted: 'Unlisted',
};

/** `Scheduled for 15 Nov 2026, 14:05`, in the browser's time zone. */
export function describeState(state: PageState, moment: string | undefined): string {
  if (state === 'scheduled' && moment) return `Scheduled for ${formatDateTime(moment)}`;
  if (state === 'expired' && moment) return `Expired ${formatDateTime(moment)}`;
  return words[state];
}

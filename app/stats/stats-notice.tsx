import type { ReactNode } from 'react';
import site from '../../site.config.ts';
import type { ReportFault } from './read-report.ts';

/** Shown instead of figures. */
function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="notice mt-l" role="status">
      {children}
    </div>
  );
}

const faults: Record<Exclude<ReportFault, 'not-owner'>, string> = {
  'no-function': 'This project cannot count page views yet. Apply the site’s migrations (supabase db push).',
  'no-filters': 'This project cannot filter page views yet. Apply the site’s migrations (supabase db push).',
  unreachable: 'The figures could not be loaded. Try again in a moment.',
};

export function ReportProblem({
  fault,
  again,
}: {
  fault: Exclude<ReportFault, 'not-owner'>;
  again: () => void;
}) {
  return (
    <div className="notice mt-l" role="alert">
      <p>{faults[fault]}</p>
      <p>
        {fault === 'no-filters' ? (
          <a className="choice" href="/stats">
            Show all views
          </a>
        ) : (
          <button type="button" className="choice" onClick={again}>
            Try again
          </button>
        )}
      </p>
    </div>
  );
}

/** Another counter is set, or none: this site has no figures to show. */
export function CountedElsewhere() {
  const { counter } = site.pageViews;
  if (counter === 'own') return null;
  if (counter === 'off')
    return (
      <Notice>
        <p>Page views are not counted. Set pageViews.counter in site.config.ts to change that.</p>
      </Notice>
    );
  return (
    <Notice>
      <p>Page views are counted by {serviceNames[counter.service]}. See the figures there.</p>
    </Notice>
  );
}

const serviceNames = {
  plausible: 'Plausible',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  vercel: 'Vercel Web Analytics',
};

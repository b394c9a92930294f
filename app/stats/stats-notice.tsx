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

export function NotOwner({ email }: { email: string | undefined }) {
  return (
    <Notice>
      <p>
        <strong>These figures are for the owner of this site.</strong> You are signed in
        {email && ` as ${email}`}, and that account does not own it.
      </p>
      <p>
        If the site is yours: open the link that its start prints in the terminal as long as there is no
        owner. Or write your address under <code>owners</code> in <code>site.config.ts</code>, start the site
        again, and sign in anew with a confirmed address.
      </p>
      <p>
        <a href="/">Go to the home page</a>
      </p>
    </Notice>
  );
}

const faults: Record<Exclude<ReportFault, 'not-owner'>, string> = {
  'no-function':
    'The project does not know page views yet: apply the site’s migrations to it (supabase db push).',
  unreachable: 'The figures could not be read. Please try again in a moment.',
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
        <button type="button" className="choice" onClick={again}>
          Try again
        </button>
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
      <p>Page views are handed to {serviceNames[counter.service]}, and the figures are there.</p>
    </Notice>
  );
}

const serviceNames = {
  plausible: 'Plausible',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  vercel: 'Vercel Web Analytics',
};

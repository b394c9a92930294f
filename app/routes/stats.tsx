import site from '../../site.config.ts';
import { NotOwner } from '../components/not-owner.tsx';
import { isOwner } from '../session/owner.ts';
import { useUser } from '../session/use-session.ts';
import { OwnerStats } from '../stats/owner-stats.tsx';
import { CountedElsewhere } from '../stats/stats-notice.tsx';
import { StatsSkeleton } from '../stats/stats-skeleton.tsx';

/** `/stats`: guarded, for the owner. */
export function Component() {
  const user = useUser();
  return (
    <div className="frame axis" aria-busy={!user}>
      <h1 className="title">Page views</h1>
      {user ? <Figures email={user.email} owner={isOwner(user)} /> : <StatsSkeleton />}
    </div>
  );
}

function Figures({ email, owner }: { email: string | undefined; owner: boolean }) {
  if (!owner) return <NotOwner email={email} only="see these figures" />;
  return site.pageViews.counter === 'own' ? <OwnerStats email={email} /> : <CountedElsewhere />;
}

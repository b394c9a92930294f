/** The text of the privacy zones, which also reserves their space while the component is loading. */
export const aboutZones =
  'Everything in a privacy zone is cut out of your public runs before they are published: the route, its time and its distance. The circle that is cut is about twice as large as the zone and off-center, so that the ends of many runs do not give away its middle. A straight road to your door still can: choose a larger zone there.';
export const noZones = 'You have no zones, so public runs are shown from start to finish.';

/** An invisible placeholder, as high as the list of zones usually is. */
export function ZoneListPlaceholder() {
  return (
    <>
      <p className="hint runs-unseen" aria-hidden="true">
        {noZones}
      </p>
      <span className="button runs-unseen" aria-hidden="true">
        Add a zone
      </span>
    </>
  );
}

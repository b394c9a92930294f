/** The text of the privacy zones, which also reserves their space while the component is loading. */
export const aboutZones =
  'What lies in a privacy zone is cut out of your public runs before they leave: the way, its time and its distance. The circle that is cut is about twice as large as the zone and lies beside it, so that the ends of many runs do not show its middle. Straight roads that point at a door still do: choose a larger zone there.';
export const noZones = 'You have none: public runs are shown from their first step to their last.';

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

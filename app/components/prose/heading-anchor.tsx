/** The address of a heading, for those who want to point at it. */
export function HeadingAnchor({ id, text }: { id: string; text: string }) {
  return (
    <a className="heading-anchor" href={`#${id}`} aria-label={`Link to "${text}"`}>
      #
    </a>
  );
}

/** A query as hidden fields of a form, so that nothing is lost when it is submitted without a script. */
export function HiddenFields({ query }: { query: string }) {
  return [...new URLSearchParams(query)].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}

/** `/admin/people`: the accounts of the site, and with `?id=` one of them. */
export function PeopleSection() {
  return <h2 className="section-title">People</h2>;
}

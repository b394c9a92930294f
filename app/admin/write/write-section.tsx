/** `/admin/write`: the files of the content folder, and with `?file=` the editor of one. */
export function WriteSection() {
  return <h2 className="section-title">Write</h2>;
}

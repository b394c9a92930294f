/** `/admin/sql` */
export function SqlSection() {
  return null;
}

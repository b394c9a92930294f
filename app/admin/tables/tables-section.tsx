/** `/admin/tables` */
export function TablesSection() {
  return null;
}

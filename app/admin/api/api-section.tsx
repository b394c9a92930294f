/** `/admin/api` */
export function ApiSection() {
  return null;
}

/** `/admin/files` */
export function FilesSection() {
  return null;
}

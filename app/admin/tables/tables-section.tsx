import { useSearchParams } from 'react-router';
import { TableList } from './table-list.tsx';
import { TableView } from './table-view.tsx';
import styles from './tables.css?url';

/** `/admin/tables`: the tables of the database; with `?table=` the rows of one. */
export function TablesSection() {
  const [query] = useSearchParams();
  const table = query.get('table');
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="admin" />
      {table !== null ? <TableView key={table} name={table} /> : <TableList />}
    </>
  );
}

import { ScrollBox } from '../../../components/scroll-box.tsx';

/** The SQL that a form is about to write. */
export function SqlPreview({ sql }: { sql: string }) {
  return (
    <figure className="tools-sql">
      <figcaption>This is written to a migration, and run:</figcaption>
      <ScrollBox label="SQL of the migration">
        <pre>{sql}</pre>
      </ScrollBox>
    </figure>
  );
}

interface ColumnHeadsProps {
  names: readonly string[];
  /** Where all columns but the first hold numbers, which stand at the right. */
  numbers?: boolean;
}

/** The head of a table whose columns need nothing but their names. */
export function ColumnHeads({ names, numbers = false }: ColumnHeadsProps) {
  return (
    <thead>
      <tr>
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; two may have one name.
          <th key={index} scope="col" className={numbers && index > 0 ? 'align-right' : undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

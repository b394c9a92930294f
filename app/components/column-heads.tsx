interface ColumnHeadsProps {
  names: readonly string[];
  /** All columns but the first hold numbers, which are right-aligned. */
  numbers?: boolean;
}

/** The head of a table whose columns have plain names. */
export function ColumnHeads({ names, numbers = false }: ColumnHeadsProps) {
  return (
    <thead>
      <tr>
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index; two may have the same name.
          <th key={index} scope="col" className={numbers && index > 0 ? 'align-right' : undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

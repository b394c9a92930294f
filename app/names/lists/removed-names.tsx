import { findRemovedNames, type ListContent } from './list-content.ts';

/** Names that were removed after both had voted: removing a name does not hide votes that were already visible. */
export function RemovedNames({ content, me }: { content: ListContent; me: string }) {
  const gone = findRemovedNames(content, me);
  if (gone.length === 0) return null;
  return (
    <details className="taken-out">
      <summary>Taken out after both of you had voted: {gone.length}</summary>
      <ul>
        {gone.map(({ name, mine, theirs }) => (
          <li key={name}>
            <bdi>{name}</bdi>{' '}
            <span className="label">
              you said {mine}, the other {theirs}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

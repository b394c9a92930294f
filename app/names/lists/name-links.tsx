import type { NamesState } from '../../../names/view-query.ts';
import { hrefOf } from '../names-address.ts';

/** A row of large names, each a link to its details. */
export function NameLinks({ names, state }: { names: string[]; state: NamesState }) {
  return (
    <ul className="name-links">
      {names.map((name) => (
        <li key={name}>
          <a href={hrefOf(state, { name, compare: [] }, '#name')} rel="nofollow">
            <bdi>{name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

import { nameHref } from '../names-address.ts';

/** A row of large names, each a link to its details. */
export function NameLinks({ names }: { names: string[] }) {
  return (
    <ul className="name-links">
      {names.map((name) => (
        <li key={name}>
          <a href={nameHref(name)}>
            <bdi>{name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

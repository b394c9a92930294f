import { useSearchParams } from 'react-router';
import { CreatePerson } from './create-person.tsx';
import styles from './people.css?url';
import { PeopleList } from './people-list.tsx';
import { PersonView } from './person-view.tsx';

/** `/admin/people`: the accounts of the site; with `?id=` one of them, with `?new` the form for another. */
export function PeopleSection() {
  const [query] = useSearchParams();
  const id = query.get('id');
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="admin" />
      {id !== null ? <PersonView key={id} id={id} /> : query.has('new') ? <CreatePerson /> : <PeopleList />}
    </>
  );
}

import { listsPath } from '../names-address.ts';

const oneList = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `/baby-names/lists` and the page of one list: the same for all visitors. Who may see which list, the database decides. */
export function readNameListsPage(path: string) {
  const id = path.slice(listsPath.length + 1);
  if (id === '')
    return {
      data: null,
      head: { title: 'Your lists of names', description: 'The names you like, alone or as a pair.' },
    };
  if (!oneList.test(id)) return undefined;
  return { data: null, head: { title: 'A list of names', robots: 'noindex' }, isUncounted: true as const };
}

import { PageNotes } from '../components/page-notes.tsx';
import type { Page } from '../page-data.ts';
import { FollowPage } from './follow-page.tsx';

/** What a page has for its owner, and for everybody during development. Loaded for no other visitor. */
export default function OwnerTools(props: { page: Page | undefined; path: string; search: string }) {
  return (
    <>
      <FollowPage {...props} />
      <PageNotes path={props.path} page={props.page} />
    </>
  );
}

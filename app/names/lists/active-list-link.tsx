import type { User } from '@supabase/supabase-js';
import { useCallback } from 'react';
import { FaultNotice } from '../../components/fault-notice.tsx';
import type { SiteClient } from '../../session/site-client.ts';
import { listsPath, toListPath } from '../names-address.ts';
import type { ListHead } from './list-content.ts';
import { rememberedList } from './remembered-list.ts';
import { useList } from './use-list.ts';
import { useLists } from './use-lists.ts';

/** The list that was open last, or the first one. It is kept open without its user being shown as present. */
export function ActiveListLink({ user }: { user: User }) {
  const { client, heads, fault, reload, setFault } = useLists(user.id, false);
  const head = heads?.find(({ id }) => id === rememberedList()) ?? heads?.[0];
  return (
    <>
      {client && head ? (
        <OpenListLink key={head.id} {...{ client, head, reload, setFault }} me={user.id} />
      ) : (
        <a href={listsPath}>Your lists</a>
      )}
      {heads && heads.length > 1 && <a href={listsPath}>All your lists</a>}
      <FaultNotice fault={fault} />
    </>
  );
}

interface OpenListLinkProps {
  client: SiteClient;
  head: ListHead;
  me: string;
  reload: () => Promise<boolean>;
  setFault: (error: unknown) => void;
}

function OpenListLink({ client, head, me, reload, setFault }: OpenListLinkProps) {
  const onGone = useCallback(() => reload(), [reload]);
  const { content } = useList({ client, id: head.id, me, setFault, onGone, isQuiet: true });
  const size = content?.names.length ?? 0;
  return (
    <a href={toListPath(head.id)}>
      Your list: <bdi>{content?.title ?? head.title}</bdi>
      {size > 0 && ` (${size})`}
    </a>
  );
}

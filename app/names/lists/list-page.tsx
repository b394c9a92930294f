import type { User } from '@supabase/supabase-js';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { loadClient } from '../../session/client.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { listsPath } from '../names-address.ts';
import { type ListFault, toMessage } from './list-fault.ts';
import { ListView } from './list-view.tsx';
import { rememberList } from './remembered-list.ts';

interface ListPageProps {
  id: string;
  user: User;
  onTitle: (title: string) => void;
}

/** One list of the signed-in user. The hearts of other pages add to the list that was open last. */
export function ListPage({ id, user, onTitle }: ListPageProps) {
  const [client, setClient] = useState<SiteClient>();
  const [fault, setFaultWords] = useState<string>();
  const [isGone, setGone] = useState(false);
  const navigate = useNavigate();
  const setFault = useCallback((error: unknown) => setFaultWords(error ? toMessage(error) : undefined), []);
  useEffect(() => {
    loadClient().then(setClient, setFault);
  }, [setFault]);
  const onOpen = useCallback(
    (title: string) => {
      rememberList(id);
      onTitle(title);
    },
    [id, onTitle],
  );
  const onGone = useCallback(
    async (reason?: ListFault) => {
      setGone(true);
      if (reason) setFault(reason);
      else await navigate(listsPath);
      return true;
    },
    [navigate, setFault],
  );
  return (
    <div>
      <FaultNotice fault={fault} />
      {isGone && (
        <p>
          <a href={listsPath}>Your lists</a>
        </p>
      )}
      {!client && !fault && <SkeletonLines lines={['w-3/5', 'w-2/5', 'w-1/2']} />}
      {client && !isGone && <ListView {...{ client, id, user, setFault, onOpen, onGone }} />}
    </div>
  );
}

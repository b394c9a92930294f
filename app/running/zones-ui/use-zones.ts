import { useCallback, useEffect, useState } from 'react';
import type { Position } from '../../../running/analysis/geometry.ts';
import { useLatest } from '../../runtime/use-latest.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { addZone, listZones, type OwnZone, removeZone } from '../data/privacy-zones.ts';
import { countStale, republishAll } from '../data/publication.ts';
import { toMessage } from '../data/running-fault.ts';

export interface NewZone extends Position {
  name: string;
  radius: number;
}

/** The progress of cutting the public runs after a change. */
export interface Cutting {
  done: number;
  total: number;
}

/**
 * The zones, and the public runs that depend on them. A changed zone hides every public run in the database at once; here they are cut
 * again and republished.
 */
export function useZones(client: SiteClient, onChanged: () => void) {
  const [zones, setZones] = useState<OwnZone[]>();
  const [stale, setStale] = useState(0);
  const [fault, setFault] = useState<string>();
  const [note, setNote] = useState('');
  const [pending, setPending] = useState(false);
  const [cutting, setCutting] = useState<Cutting>();

  const begin = useLatest();

  const load = useCallback(async () => {
    const isLatest = begin();
    const [found, hidden] = await Promise.all([listZones(client), countStale(client)]);
    if (!isLatest()) return;
    setZones(found);
    setStale(hidden);
  }, [client, begin]);

  useEffect(() => {
    load().catch((error: unknown) => setFault(toMessage(error)));
  }, [load]);

  async function republish(): Promise<string> {
    setCutting({ done: 0, total: 0 });
    const { published, refused } = await republishAll(client, (done, total) => setCutting({ done, total }));
    const shown = published.length === 0 ? '' : ` Public runs updated: ${published.length}.`;
    const gone =
      refused.length === 0 ? '' : ` Now private, because your zones hide all of them: ${refused.length}.`;
    return shown + gone;
  }

  async function attempt(message: string, change: () => Promise<unknown>): Promise<boolean> {
    if (pending) return false;
    setPending(true);
    setFault(undefined);
    setNote('');
    try {
      await change();
      setNote(message + (await republish()));
      return true;
    } catch (error) {
      setFault(toMessage(error));
      return false;
    } finally {
      setCutting(undefined);
      await load().catch(() => {});
      setPending(false);
      onChanged();
    }
  }

  return {
    zones,
    stale,
    fault,
    note,
    pending,
    cutting,
    look: () =>
      load().then(
        () => setFault(undefined),
        (error: unknown) => setFault(toMessage(error)),
      ),
    add: (zone: NewZone) => attempt('Zone added.', () => addZone(client, zone)),
    remove: (id: string) => attempt('Zone removed.', () => removeZone(client, id)),
    cutAnew: () => attempt('Done.', async () => {}),
  };
}

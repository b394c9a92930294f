import type { PrivacyZone } from '../../../running/privacy/zone.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { requireData } from './running-fault.ts';
import { toStorable } from './storable-text.ts';

/** A zone as its owner sees it, with the secret that places the hidden circle. */
export interface OwnZone extends PrivacyZone {
  id: string;
  name: string;
}

export interface NewZone {
  name: string;
  latitude: number;
  longitude: number;
  /** Meters, from 100 to 5,000. */
  radius: number;
}

const columns = 'id, name, latitude, longitude, radius, secret';

export function listZones(client: SiteClient): Promise<OwnZone[]> {
  return requireData(client.from('privacy_zones').select(columns).order('created_at').order('id'));
}

/** From now on the database hides every public run until it is cut again: see republishAll. */
export function addZone(client: SiteClient, zone: NewZone): Promise<OwnZone> {
  const { name, latitude, longitude, radius } = zone;
  const row = { name: toStorable(name.trim(), 80), latitude, longitude, radius };
  return requireData(client.from('privacy_zones').insert(row).select(columns).single());
}

export async function removeZone(client: SiteClient, id: string): Promise<void> {
  await requireData(client.from('privacy_zones').delete().eq('id', id));
}

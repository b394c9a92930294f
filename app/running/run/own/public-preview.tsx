import { useEffect, useMemo, useState } from 'react';
import { toClock } from '../../../../running/pace.ts';
import { type PublicRun, toPublicRun } from '../../../../running/privacy/public-run.ts';
import type { PrivacyZone } from '../../../../running/privacy/zone.ts';
import { formatDistance, formatPace, type Unit } from '../../../../running/units.ts';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { SkeletonLines } from '../../../components/skeleton.tsx';
import { loadClient } from '../../../session/client.ts';
import { listZones } from '../../data/privacy-zones.ts';
import { toMessage } from '../../data/running-fault.ts';
import type { OpenedRun } from '../../run-source.ts';
import { formatWhen, nameOf } from '../format-run.ts';
import { CutOutMap } from './cut-out-map.tsx';

interface PublicPreviewProps {
  opened: OpenedRun;
  unit: Unit;
  /** Whether anything of the run is left to publish. */
  onKnown(canPublish: boolean): void;
}

/** The public view of a run, made by the same cut as the publication. */
export function PublicPreview({ opened, unit, onKnown }: PublicPreviewProps) {
  const [zones, setZones] = useState<readonly PrivacyZone[]>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    loadClient()
      .then(listZones)
      .then(
        (found) => isCurrent && setZones(found),
        (error: unknown) => isCurrent && setFault(toMessage(error)),
      );
    return () => {
      isCurrent = false;
    };
  }, []);
  if (fault) return <FaultNotice fault={fault} />;
  if (!zones) return <SkeletonLines lines={['w-3/5', 'w-2/5']} />;
  return <StrangersView {...{ opened, unit, zones, onKnown }} />;
}

interface StrangersViewProps extends Omit<PublicPreviewProps, 'onKnown'> {
  zones: readonly PrivacyZone[];
  onKnown?: PublicPreviewProps['onKnown'];
}

/** A run as others see it with these zones. */
export function StrangersView({ opened, unit, zones, onKnown }: StrangersViewProps) {
  const { run, entry } = opened;
  const shown = useMemo(() => toPublicRun(run, zones, () => entry.utcOffset), [run, zones, entry.utcOffset]);
  const isReady = shown !== undefined;
  useEffect(() => onKnown?.(isReady), [isReady, onKnown]);
  if (!shown)
    return <p className="notice">Your privacy zones hide all of this run, so there is nothing to show.</p>;
  return (
    <div className="strangers-view">
      <p className="label">What others see</p>
      <p className="strangers-name">
        <bdi>{nameOf(entry)}</bdi>
      </p>
      <p className="label">{describe(shown, unit)}</p>
      {entry.hasRoute && <CutOutMap opened={opened} shown={shown.run} zones={zones} unit={unit} />}
      <p className="hint">{toHint(zones.length, entry.hasRoute)}</p>
    </div>
  );
}

function describe({ summary }: PublicRun, unit: Unit): string {
  const { start, utcOffset, metres, moving } = summary;
  return [
    formatWhen(start, utcOffset),
    metres > 0 && formatDistance(metres, unit),
    toClock(moving),
    metres > 0 && formatPace(moving / metres, unit),
  ]
    .filter(Boolean)
    .join(' · ');
}

function toHint(zones: number, hasRoute: boolean): string {
  const always = 'Name, gear, heart rate and times are shown; notes, device and the original file are not.';
  if (!hasRoute) return always;
  if (zones === 0)
    return `You have no privacy zones, so the whole route is shown, including where it starts and ends. ${always}`;
  return `The pale part stays private, along with its time and distance. A ring is a privacy zone, and the dashed circle is the part that is cut. ${always}`;
}

import { useState } from 'react';
import type { Unit } from '../../../../running/units.ts';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { publish, unpublish } from '../../data/publication.ts';
import { RunningFault } from '../../data/running-fault.ts';
import type { OpenedRun } from '../../run-source.ts';
import { ShareField } from '../share-link.tsx';
import { PublicPreview } from './public-preview.tsx';
import { useCall } from './use-call.ts';

interface RunVisibilityProps {
  opened: OpenedRun;
  unit: Unit;
  onChanged(): void;
}

/** Publishes or unpublishes a run, with a preview of the public view. */
export function RunVisibility({ opened, unit, onChanged }: RunVisibilityProps) {
  const [isPreviewing, setPreviewing] = useState(false);
  const [canPublish, setCanPublish] = useState(false);
  const call = useCall();
  const { id, isPublic } = opened.entry;

  async function change(next: boolean) {
    const worked = await call.run(async (client) => {
      if (!next) return unpublish(client, [id]);
      const [refused] = (await publish(client, [id])).refused;
      if (refused) throw new RunningFault(refused.reason);
    });
    if (!worked) return;
    setPreviewing(false);
    onChanged();
  }

  return (
    <div className="run-visibility">
      <p role="status">
        {isPublic
          ? 'Everyone can see this run, except for what your privacy zones hide.'
          : 'Only you can see this run.'}
      </p>
      {isPublic && <ShareField id={id} />}
      <FaultNotice fault={call.fault} />
      {isPreviewing && <PublicPreview opened={opened} unit={unit} onKnown={setCanPublish} />}
      <p className="save-row">
        {isPublic && (
          <button type="button" className="button" onClick={() => void change(false)}>
            {call.pending ? 'One moment …' : 'Make it private'}
          </button>
        )}
        {!isPublic && isPreviewing && canPublish && (
          <button type="button" className="button" onClick={() => void change(true)}>
            {call.pending ? 'One moment …' : 'Make it public'}
          </button>
        )}
        <button
          type="button"
          className={isPublic || isPreviewing ? 'text-button' : 'button'}
          aria-expanded={isPreviewing}
          onClick={() => setPreviewing(!isPreviewing)}
        >
          {label(isPublic, isPreviewing)}
        </button>
      </p>
    </div>
  );
}

function label(isPublic: boolean, isPreviewing: boolean): string {
  if (isPreviewing) return isPublic ? 'Close' : 'Keep it private';
  return isPublic ? 'What others see' : 'Make it public …';
}

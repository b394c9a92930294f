import type { ReactNode } from 'react';
import type { Run } from '../../../running/run.ts';
import { PageSection } from '../../components/page-section.tsx';
import { describeSource } from './format-run.ts';

interface RunDetailsProps {
  run: Run;
  gear: string | undefined;
  isSample: boolean;
}

/** Gear, device and source of the recording. */
export function RunDetails({ run, gear, isSample }: RunDetailsProps) {
  const facts: [name: string, value: ReactNode][] = [];
  if (gear) facts.push(['Gear', <bdi key="gear">{gear}</bdi>]);
  if (run.device) facts.push(['Device', <bdi key="device">{run.device}</bdi>]);
  if (!isSample) facts.push(['Source', describeSource(run.source)]);
  if (facts.length === 0) return null;
  return (
    <PageSection title="Details">
      <dl className="run-details">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}

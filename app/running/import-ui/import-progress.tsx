import site from '../../../site.config.ts';
import { formatCount, formatNumber } from '../../format/count.ts';
import type { StepProgress } from './use-import.ts';

interface ImportProgressProps {
  title: string;
  progress: StepProgress;
  unit: 'bytes' | 'items';
  onStop(): void;
}

export function ImportProgress({ title, progress, unit, onStop }: ImportProgressProps) {
  const { done, total, label, found } = progress;
  const share = total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0;
  return (
    <div className="import-progress">
      <p className="import-progress-head">
        <strong>{title}</strong>
        <span className="label">
          {unit === 'bytes' ? `${share} %` : `${formatProgress(done)} of ${formatProgress(total)}`}
          {found !== undefined && ` · ${formatCount(found, 'run', 'runs', site.language)} found`}
        </span>
      </p>
      <progress aria-label={title} max={100} value={share} />
      <p className="save-row">
        <button type="button" className="text-button" onClick={onStop}>
          Cancel
        </button>
        <span className="label import-path">{label}</span>
      </p>
    </div>
  );
}

function formatProgress(value: number): string {
  return formatNumber(value, site.language);
}

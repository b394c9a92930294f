import { SkeletonLines } from '../../components/skeleton.tsx';
import type { Opening } from './use-opened-run.ts';

/** A placeholder as high as a typical run, so that nothing below it moves. */
export function RunSkeleton() {
  return (
    <div className="run-skeleton needs-script" role="status">
      <h1 className="sr-only">Run</h1>
      <span className="sr-only">Loading the run.</span>
      <SkeletonLines lines={['w-2/5', 'w-3/5', 'w-full', 'w-full']} />
    </div>
  );
}

const messages: Record<Exclude<Opening['status'], 'loading' | 'open'>, { title: string; text: string }> = {
  missing: {
    title: 'Run not found',
    text: 'This run is private or has been deleted.',
  },
  offline: {
    title: 'No connection',
    text: 'You are offline. The run will appear when you are back online.',
  },
  failed: {
    title: 'Not available right now',
    text: 'The run could not be loaded. Nothing is lost; try again in a moment.',
  },
};

export function RunProblem({ status, again }: { status: keyof typeof messages; again: () => void }) {
  const { title, text } = messages[status];
  return (
    <div className="run-problem">
      <h1 className="title" tabIndex={-1}>
        {title}
      </h1>
      <p role="status">{text}</p>
      {status !== 'missing' && (
        <button type="button" className="text-button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

import site from '../../../../site.config.ts';
import { formatCounted } from '../../../format/count.ts';
import type { FileFault } from '../content-data.ts';

/** What is wrong with the text, with the words of the log. */
export function FaultList({ faults, onJump }: { faults: FileFault[]; onJump(line: number): void }) {
  return (
    <div className="write-faults" role="status">
      {faults.length > 0 && (
        <details open>
          <summary>{formatCounted(faults.length, { one: 'fault', other: 'faults' }, site.language)}</summary>
          <ul>
            {faults.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                {line !== undefined && (
                  <>
                    <button type="button" className="text-button" onClick={() => onJump(line)}>
                      Line {line}
                    </button>
                    {': '}
                  </>
                )}
                {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

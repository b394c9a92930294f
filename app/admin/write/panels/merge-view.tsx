import { useEffect, useRef, useState } from 'react';
import site from '../../../../site.config.ts';
import { formatCounted } from '../../../format/count.ts';
import { joinParts, type MergeChoice, type MergePart } from '../text/merge-texts.ts';

interface MergeViewProps {
  parts: MergePart[];
  onFinish(text: string): void;
  onCancel(): void;
}

const places = { one: 'place', other: 'places' };

/** Two versions have changed the same lines: the owner says which of them is meant. Everything else is merged already. */
export function MergeView({ parts, onFinish, onCancel }: MergeViewProps) {
  const conflicts = parts.filter((part) => part.kind === 'conflict');
  const [choices, setChoices] = useState<(MergeChoice | undefined)[]>(conflicts.map(() => undefined));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const merged = joinParts(parts, choices);
  const left = choices.filter((choice) => choice === undefined).length;
  return (
    <section className="write-merge" aria-labelledby="merge-title">
      <h3 className="write-subtitle" id="merge-title" ref={heading} tabIndex={-1}>
        This file was changed meanwhile
      </h3>
      <p>
        You and another owner or program changed the same lines, in{' '}
        {formatCounted(conflicts.length, places, site.language)}. Choose what the page should say. Nothing is
        lost: your text is kept as a draft until you save.
      </p>
      <ol className="write-conflicts">
        {conflicts.map((conflict, index) => (
          <li key={`${index} ${conflict.mine}`}>
            <Conflict
              number={index + 1}
              {...conflict}
              choice={choices[index]}
              onChoose={(choice) => setChoices(choices.with(index, choice))}
            />
          </li>
        ))}
      </ol>
      <p className="save-row">
        <button
          type="button"
          className="button"
          aria-disabled={merged === undefined || undefined}
          onClick={() => merged !== undefined && onFinish(merged)}
        >
          Put the result into the text
        </button>
        <button type="button" className="text-button" onClick={onCancel}>
          Back to my text
        </button>
        <span className="hint" role="status">
          {left > 0 && `${formatCounted(left, places, site.language)} left to choose`}
        </span>
      </p>
    </section>
  );
}

interface ConflictProps {
  number: number;
  mine: string;
  theirs: string;
  choice: MergeChoice | undefined;
  onChoose(choice: MergeChoice): void;
}

const titles: Record<MergeChoice, string> = { mine: 'Yours', theirs: 'Theirs', both: 'Both' };

function Conflict({ number, mine, theirs, choice, onChoose }: ConflictProps) {
  const isLeftOut = (side: MergeChoice) => choice !== undefined && choice !== 'both' && choice !== side;
  return (
    <div className="write-conflict" role="group" aria-label={`Place ${number}`}>
      <div className="write-sides">
        {(['mine', 'theirs'] as const).map((side) => (
          <div key={side} className="write-side" data-left-out={isLeftOut(side) || undefined}>
            <p className="label">{titles[side]}</p>
            <pre>{(side === 'mine' ? mine : theirs) || '(removed)'}</pre>
          </div>
        ))}
      </div>
      <div className="choices">
        {(['mine', 'theirs', 'both'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="choice"
            aria-pressed={choice === name}
            onClick={() => onChoose(name)}
          >
            {titles[name]}
          </button>
        ))}
      </div>
    </div>
  );
}

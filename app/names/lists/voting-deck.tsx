import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Choice, VoteResult } from './list-content.ts';

interface VotingDeckProps {
  standing: VoteResult;
  /** What the partner is called; undefined without one. */
  who: string | undefined;
  onVote: (name: string, choice: Choice) => void;
}

/** The minimum horizontal distance of a swipe in pixels: less is scrolling. */
const swipeDistance = 72;

const byKey: Partial<Record<string, Choice>> = { ArrowLeft: 'no', ArrowRight: 'yes', ArrowDown: 'maybe' };

/** One name at a time: swipe, press or use the arrow keys. */
export function VotingDeck({ standing, who, onVote }: VotingDeckProps) {
  const [dragged, setDragged] = useState(0);
  const [said, setSaid] = useState('');
  const start = useRef<{ x: number; id: number }>(undefined);
  const isAgain = standing.open.length === 0;
  const name = standing.open[0] ?? standing.again[0];
  if (name === undefined) return <NothingOpen said={said} />;

  const vote = (choice: Choice) => {
    setDragged(0);
    setSaid(`${name}: ${labels[choice]}.`);
    onVote(name, choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const choice = byKey[event.key];
    if (!choice || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    vote(choice);
  };
  const onPointerDown = ({ clientX, pointerId, currentTarget, button }: PointerEvent<HTMLDivElement>) => {
    if (button !== 0) return;
    start.current = { x: clientX, id: pointerId };
    currentTarget.setPointerCapture(pointerId);
  };
  const onPointerMove = ({ clientX, pointerId }: PointerEvent) => {
    if (start.current?.id === pointerId) setDragged(clientX - start.current.x);
  };
  const onPointerEnd = ({ type, clientX, pointerId }: PointerEvent) => {
    if (start.current?.id !== pointerId) return;
    const distance = clientX - start.current.x;
    start.current = undefined;
    setDragged(0);
    if (type === 'pointerup' && Math.abs(distance) >= swipeDistance) vote(distance > 0 ? 'yes' : 'no');
  };

  return (
    <section className="deck" aria-label="Vote" onKeyDown={onKeyDown}>
      <div
        className="deck-card"
        data-leaning={dragged > swipeDistance / 2 ? 'yes' : dragged < -swipeDistance / 2 ? 'no' : undefined}
        style={dragged === 0 ? undefined : { translate: `${dragged}px`, rotate: `${dragged / 40}deg` }}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
      >
        <p className="deck-name">
          <bdi>{name}</bdi>
        </p>
        <p className="label">
          {isAgain ? `${who} likes it. What do you say now?` : `${standing.open.length} to go`}
        </p>
      </div>
      <p className="deck-buttons">
        <button type="button" className="deck-button" onClick={() => vote('no')}>
          <span aria-hidden="true">←</span> No
        </button>
        <button type="button" className="deck-button" onClick={() => vote('maybe')}>
          <span aria-hidden="true">↓</span> Maybe
        </button>
        <button type="button" className="deck-button" onClick={() => vote('yes')}>
          Yes <span aria-hidden="true">→</span>
        </button>
      </p>
      <p className="hint">
        Swipe, press a button or use the arrow keys.
        {who !== undefined &&
          ` Your vote on a name stays hidden until you both have voted on it. After that ${who} can see your first answer even if you change it.`}
      </p>
      <p className="sr-only" role="status">
        {said} {`Next: ${name}.`}
      </p>
    </section>
  );
}

const labels: Record<Choice, string> = { yes: 'yes', maybe: 'maybe', no: 'no' };

function NothingOpen({ said }: { said: string }) {
  return (
    <p className="hint" role="status">
      {said} You have voted on every name. Add more with a heart, or below.
    </p>
  );
}

import type { ContentEntry } from '../content-data.ts';

export type View = 'text' | 'preview' | 'settings' | 'colors' | 'history';

const text = { name: 'text', title: 'Text' } as const;

/** Files of other kinds are text alone. */
const views: Partial<Record<ContentEntry['kind'], readonly { name: View; title: string }[]>> = {
  page: [text, { name: 'preview', title: 'Preview' }, { name: 'settings', title: 'Page settings' }],
  theme: [text, { name: 'colors', title: 'Colors' }],
};

interface ViewChoiceProps {
  kind: ContentEntry['kind'];
  view: View;
  onChange(view: View): void;
}

/** What is shown: on a narrow screen one of them, on a wide one the text with one of the others beside it. */
export function ViewChoice({ kind, view, onChange }: ViewChoiceProps) {
  const offered = views[kind];
  if (!offered) return null;
  return (
    <div className="choices write-views" role="group" aria-label="View">
      {offered.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          className="choice"
          data-name={name}
          aria-pressed={view === name}
          onClick={() => onChange(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

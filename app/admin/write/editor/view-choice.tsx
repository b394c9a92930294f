export type View = 'text' | 'preview' | 'settings' | 'history';

const views = [
  { name: 'text', title: 'Text' },
  { name: 'preview', title: 'Preview' },
  { name: 'settings', title: 'Page settings' },
] as const;

/** What is shown: on a narrow screen one of them, on a wide one the text with one of the others beside it. */
export function ViewChoice({ view, onChange }: { view: View; onChange(view: View): void }) {
  return (
    <div className="choices write-views" role="group" aria-label="View">
      {views.map(({ name, title }) => (
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

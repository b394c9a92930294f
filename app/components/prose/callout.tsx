import { outerAttributes, type ProseComponentProps } from './component-props.ts';

const kinds = {
  note: { title: 'Note', sign: 'M10 9v5M10 6.2v.1' },
  tip: { title: 'Tip', sign: 'M10 2.5c3.2 4.2 5 6.8 5 9.6a5 5 0 0 1-10 0c0-2.8 1.8-5.4 5-9.6z' },
  important: { title: 'Important', sign: 'M10 5.500v5.500M10 13.800v.1' },
  warning: { title: 'Warning', sign: 'M10 8v4M10 14v.1' },
  caution: { title: 'Caution', sign: 'M7 7l6 6M13 7l-6 6' },
} as const;

interface CalloutProps extends ProseComponentProps {
  type?: string;
  title?: string;
}

/** A highlighted note. Its kind is shown by name and icon, never by colour alone. */
export function Callout({ type = 'note', title, ...props }: CalloutProps) {
  const kind = isKind(type) ? type : 'note';
  return (
    <div {...outerAttributes(`callout callout-${kind}`, props)} role="note">
      <p className="callout-title">
        <svg viewBox="0 0 20 20" aria-hidden="true">
          {kind === 'warning' ? (
            <path d="M10 2.500l8 14.500H2z" />
          ) : kind === 'tip' ? null : (
            <circle cx="10" cy="10" r="7.8" />
          )}
          <path d={kinds[kind].sign} />
        </svg>
        {title ?? kinds[kind].title}
      </p>
      {props.children}
    </div>
  );
}

function isKind(type: string): type is keyof typeof kinds {
  return type in kinds;
}

import { outerAttributes, type ProseComponentProps } from './component-props.ts';

/** Components that are an element with a class and little more. */
export function Badge({ type, ...props }: ProseComponentProps & { type?: string }) {
  return <span {...outerAttributes(type ? `badge badge-${type}` : 'badge', props)}>{props.children}</span>;
}

export function Kbd(props: ProseComponentProps) {
  return <kbd {...outerAttributes('key', props)}>{props.children}</kbd>;
}

export function Steps(props: ProseComponentProps) {
  return <div {...outerAttributes('steps', props)}>{props.children}</div>;
}

export function FileTree(props: ProseComponentProps) {
  return <div {...outerAttributes('file-tree', props)}>{props.children}</div>;
}

export function Details({
  summary = 'More',
  open,
  ...props
}: ProseComponentProps & { summary?: string; open?: boolean }) {
  return (
    <details {...outerAttributes('fold', props)} open={open}>
      <summary>{summary}</summary>
      {props.children}
    </details>
  );
}

import { outerAttributes, type ProseComponentProps } from './component-props.ts';

export function Cards(props: ProseComponentProps) {
  return <div {...outerAttributes('cards', props)}>{props.children}</div>;
}

/** With an address, the whole card is a link. */
export function Card({ title, href, ...props }: ProseComponentProps & { title?: string; href?: string }) {
  return (
    <div {...outerAttributes('card', props)}>
      {title && <p className="card-title">{href ? <a href={href}>{title}</a> : title}</p>}
      {props.children}
    </div>
  );
}

import { Children, createContext, useContext, useId } from 'react';
import { outerAttributes, type ProseComponentProps } from './component-props.ts';

const Place = createContext<{ group: string; first: boolean }>({ group: '', first: true });

/** Tabs of radio buttons and CSS: they work before hydration and without a script. */
export function Tabs({ children, ...props }: ProseComponentProps) {
  const group = useId();
  const tabs = Children.toArray(children).filter((child) => typeof child !== 'string' || child.trim() !== '');
  return (
    <div {...outerAttributes('tabs', props)} role="radiogroup" aria-label="Choices">
      {tabs.map((tab, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tabs of a document never change their order.
        <Place key={index} value={{ group, first: index === 0 }}>
          {tab}
        </Place>
      ))}
    </div>
  );
}

export function Tab({ label = 'Tab', ...props }: ProseComponentProps & { label?: string }) {
  const { group, first } = useContext(Place);
  const id = useId();
  return (
    <>
      <input type="radio" id={id} name={group} defaultChecked={first} />
      <label htmlFor={id}>{label}</label>
      <div {...outerAttributes('tab-panel', props)}>{props.children}</div>
    </>
  );
}

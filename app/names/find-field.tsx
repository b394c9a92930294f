import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { maxTextLength } from '../../names/filter.ts';
import type { NamesState } from '../../names/view-query.ts';
import { nameHref } from './names-address.ts';
import { useSuggestions } from './use-suggestions.ts';

/**
 * The field with which most searches begin: a suggestion leads to the page of its name; any other text finds the names that have it in them.
 * It is a field of the form around it, which is sent without a script.
 */
export function FindField({ state }: { state: NamesState }) {
  const id = useId();
  const navigate = useNavigate();
  const { suggestions, suggest } = useSuggestions();
  const [isWanted, setWanted] = useState(false);
  /** The place of the suggestion that Enter would open. */
  const [active, setActive] = useState(-1);
  const isOpen = isWanted && suggestions.length > 0;
  const chosen = isOpen ? suggestions[active] : undefined;

  function close(): void {
    setWanted(false);
    setActive(-1);
  }
  const open = (name: string) => void navigate(nameHref(name, state));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault();
      setWanted(true);
      // The place before the first suggestion is the field itself.
      const places = suggestions.length + 1;
      setActive((before) => ((before + 1 + step + places) % places) - 1);
    } else if (event.key === 'Escape' && isOpen) {
      // Otherwise the browser empties the field.
      event.preventDefault();
      close();
    } else if (event.key === 'Enter') {
      if (chosen !== undefined) {
        event.preventDefault();
        open(chosen);
      }
      close();
    }
  }

  return (
    <div className="names-find">
      <label className="field-label" htmlFor={id}>
        Find a name
      </label>
      <input
        className="input"
        id={id}
        type="search"
        name="part"
        defaultValue={state.filter.part}
        placeholder="Emma, or a part like ann"
        maxLength={maxTextLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}list`}
        aria-activedescendant={chosen === undefined ? undefined : `${id}${active}`}
        onInput={(event) => {
          suggest(event.currentTarget.value);
          setWanted(true);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div
        className="names-suggestions"
        id={`${id}list`}
        role="listbox"
        tabIndex={-1}
        aria-label="Names"
        hidden={!isOpen}
      >
        {suggestions.map((name, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
          <div
            key={name}
            id={`${id}${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => open(name)}
          >
            {name}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Which option of a list is chosen. The focus stays in the field, which names the option for screen readers. */
export interface Choices {
  /** Goes round at both ends. */
  choose(index: number): void;
  chosen(): HTMLAnchorElement | undefined;
  /** False: this key does not choose. */
  move(key: string): boolean;
}

export function createChoices(field: HTMLInputElement, list: HTMLElement): Choices {
  let active = -1;
  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('[role=option]')];

  function choose(index: number): void {
    const all = options();
    active = all.length === 0 ? -1 : (index + all.length) % all.length;
    for (const [at, option] of all.entries()) option.setAttribute('aria-selected', String(at === active));
    const chosen = all[active];
    if (chosen) field.setAttribute('aria-activedescendant', chosen.id);
    else field.removeAttribute('aria-activedescendant');
    chosen?.scrollIntoView({ block: 'nearest' });
  }

  list.addEventListener('pointermove', ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLAnchorElement>('[role=option]') : null;
    const index = option ? options().indexOf(option) : -1;
    if (index >= 0 && index !== active) choose(index);
  });

  return {
    choose,
    chosen: () => options()[active],
    move(key) {
      if (key === 'ArrowDown') choose(active + 1);
      else if (key === 'ArrowUp') choose(active - 1);
      else if (key === 'Home' && active >= 0) choose(0);
      else if (key === 'End' && active >= 0) choose(-1);
      else return false;
      return true;
    },
  };
}

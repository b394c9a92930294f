import { Component } from 'react';
import type { Page } from '../page-data.ts';

/**
 * Keeps what the reader sees where it is when the page is shown anew: the first visible block that stays moves by nothing. A class, because
 * only a class is asked before React changes the document.
 */
export class KeepPlace extends Component<{ page: Page | undefined; path: string }> {
  override getSnapshotBeforeUpdate(before: KeepPlace['props']): (() => void) | null {
    const { page, path } = this.props;
    // The router scrolls on another page, and at the top of a page the top stays.
    return page === before.page || path !== before.path || scrollY === 0 ? null : rememberPlace();
  }

  override componentDidUpdate(
    _before: unknown,
    _state: unknown,
    returnToPlace: ReturnType<KeepPlace['getSnapshotBeforeUpdate']>,
  ): void {
    returnToPlace?.();
  }

  override render() {
    return null;
  }
}

function rememberPlace(): () => void {
  const blocks = [...document.querySelectorAll('h1, .prose > *')].map((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { element, top, bottom };
  });
  const isAbove = ({ bottom }: { bottom: number }) => bottom <= 0;
  // Where no visible block stays, the nearest one above does: what follows it begins at the same place.
  const inOrder = [
    ...blocks.filter(({ top, bottom }) => bottom > 0 && top < innerHeight),
    ...blocks.filter(isAbove).reverse(),
    ...blocks.filter(({ top }) => top >= innerHeight),
  ];
  const { style } = document.documentElement;
  // Some browsers do the same by themselves, later.
  style.overflowAnchor = 'none';
  return () => {
    const anchor = inOrder.find(({ element }) => element.isConnected);
    const moved = anchor ? anchor.element.getBoundingClientRect().top - anchor.top : 0;
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
    requestAnimationFrame(() => {
      style.overflowAnchor = '';
    });
  };
}

import type { Page } from '@playwright/test';

/** Elements that overflow the screen and cannot be reached. The page itself clips, so its width alone would not show them. */
export async function findOverflow(page: Page): Promise<string[]> {
  // Not innerWidth: a phone zooms out when something is too wide, and innerWidth grows with it.
  const screenWidth = page.viewportSize()?.width ?? 0;
  return page.evaluate((screenWidth) => {
    // An element that scrolls or clips its own content is valid; the frame of the whole page is not.
    const isCut = (element: Element): boolean => {
      const parent = element.parentElement;
      if (!parent || parent === document.body) return false;
      const overflow = getComputedStyle(parent).overflowX;
      const isFrame = parent.clientWidth >= screenWidth;
      return /auto|scroll/.test(overflow) || (overflow !== 'visible' && !isFrame) || isCut(parent);
    };
    const isContent = (element: Element) =>
      element.matches('img, input, button, select, textarea, table, pre') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.checkVisibility() && isContent(element) && !isCut(element))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (right > screenWidth + 1 || left < -1);
      })
      .map((element) => `<${element.localName} class="${element.getAttribute('class')}">`);
  }, screenWidth);
}

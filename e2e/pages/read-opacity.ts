import type { Locator } from '@playwright/test';

/** Returns the opacity of an element as drawn, from 0 to 1: its own opacity times that of all its ancestors. */
export function readOpacity(shown: Locator): Promise<number> {
  return shown.evaluate((element) => {
    let opacity = 1;
    for (let part: Element | null = element; part; part = part.parentElement)
      opacity *= Number(getComputedStyle(part).opacity);
    return opacity;
  });
}

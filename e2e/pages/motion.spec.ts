import type { Page } from '@playwright/test';
import { ADMIN, expect, signIn, test } from '../fixtures.ts';

type Slide = { duration: number; isRow: boolean };

/** Records the animations that scripts start. The page runs them as before. */
async function recordSlides(page: Page): Promise<() => Promise<Slide[]>> {
  await page.addInitScript(() => {
    const slides: Slide[] = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function record(frames, options) {
      slides.push({
        duration: Number((options as KeyframeAnimationOptions).duration),
        isRow: this.matches('tr'),
      });
      return animate.call(this, frames, options);
    };
    Object.assign(globalThis, { slides });
  });
  return () => page.evaluate(() => (globalThis as unknown as { slides: Slide[] }).slides);
}

async function sortFleet(page: Page): Promise<void> {
  await page.goto('/cabinet/fleet');
  const plates = page.getByRole('table', { name: 'Автопарк' }).locator('tbody').getByRole('link');
  await expect(plates.first()).toBeVisible();
  const first = await plates.first().textContent();
  const head = page
    .getByRole('table', { name: 'Автопарк' })
    .getByRole('button', { name: 'Номер', exact: true });
  await head.click();
  await head.click();
  await expect(plates.first()).not.toHaveText(first ?? '');
}

test('rows slide to their places on a sort, none for users who prefer no motion', async ({ page }) => {
  const slides = await recordSlides(page);
  await signIn(page, ADMIN);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await sortFleet(page);
  expect(await slides()).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await sortFleet(page);
  await expect.poll(async () => (await slides()).length).toBeGreaterThan(0);
  expect((await slides()).filter(({ duration, isRow }) => duration > 200 || !isRow)).toEqual([]);
});

test('bars grow in 200 ms, and stand for users who prefer no motion', async ({ page }) => {
  await signIn(page, ADMIN);
  const readGrowth = async () => {
    await page.goto('/cabinet');
    const month = page.getByRole('region', { name: 'Как дела' }).getByRole('link', { name: /^Топливо за/ });
    await expect(month.getByText(/₽/).first()).toBeVisible();
    return month
      .locator('span[aria-hidden] > span')
      .first()
      .evaluate((bar) => {
        const { animationName, animationDuration } = getComputedStyle(bar);
        return [animationName !== 'none', animationDuration];
      });
  };
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await readGrowth()).toEqual([true, '0.2s']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect((await readGrowth())[0]).toBe(false);
});

import { ADMIN, expect, signIn, STAFF, test } from '../fixtures.ts';
import { findCutParts } from '../pages/find-cut-parts.ts';
import { LISTS, STAFF_LISTS } from '../pages/listed-places.ts';
import { findPrintFaults } from './find-print-faults.ts';

/** Between the margins of a sheet of A4, in pixels. */
test.use({ viewport: { width: 672, height: 1000 } });

for (const [phone, start, owner, parts] of [
  [ADMIN, '/cabinet', 'ООО «Дальний рейс»', LISTS],
  [STAFF, '/staff', 'Магистраль', STAFF_LISTS],
] as const)
  for (const [title, places] of Object.entries(parts))
    test(`paper has owner, time and title, and no button or half word: ${start}, ${title}`, async ({
      page,
    }) => {
      test.setTimeout(900_000);
      await signIn(page, phone);
      await page.emulateMedia({ media: 'print' });
      for (const place of places)
        await test.step(`${start}${place}`, async () => {
          await page.goto(`${start}${place}`);
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
          await expect(page.locator('html[data-loading], [aria-busy="true"]')).toHaveCount(0);
          await expect(
            page.getByText(new RegExp(`^${owner} · \\d{2}\\.\\d{2}\\.\\d{4}, \\d{2}:\\d{2}$`)),
          ).toBeVisible();
          await expect.poll(() => page.evaluate(findPrintFaults)).toEqual([]);
          await expect.poll(() => page.evaluate(findCutParts)).toEqual([]);
        });
    });

test('a button, a field, a broken word and a text past the edge are found on paper', async ({ page }) => {
  await page.setContent(`<html lang="ru"><main>
    <button>Скачать</button><button data-print="text">Дальний рейс</button>
    <input aria-label="Поиск"><input aria-label="Сумма" style="border: 0">
    <p style="width: 40px; overflow-wrap: anywhere">Красноярск</p><p style="width: 60px">№ 202610-1-4</p><div style="position: absolute; left: 660px">Норильск</div>
    </main></html>`);
  expect(await page.evaluate(findPrintFaults)).toEqual([
    'button «Скачать»',
    'input «Поиск»',
    'half a word: Красноярск',
    'half a word: 202610-1-4',
    'past the edge: Норильск',
  ]);
});

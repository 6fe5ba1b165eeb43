import type { Page } from '@playwright/test';
import { ADMIN, expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';
import { changeAnswer } from './change-answer.ts';
import { findCutParts } from './find-cut-parts.ts';
import { givenDisputedInvoice } from '../staff/given-network-invoice.ts';
import { LISTS, STAFF_LISTS } from './listed-places.ts';

/** The commonest desks, a tablet and a phone. */
const WIDTHS = [
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [768, 1024],
  [360, 740],
] as const;

for (const [phone, start, parts] of [
  [ADMIN, '/cabinet', LISTS],
  [STAFF, '/staff', STAFF_LISTS],
] as const) {
  for (const [title, places] of Object.entries(parts)) {
    test(`no width cuts a name, a plate, a sum or a button: ${start}, ${title}`, async ({ page }) => {
      test.setTimeout(900_000);
      await signIn(page, phone);
      for (const place of places) await expectNothingCut(page, `${start}${place}`);
    });
  }
}

test('no width cuts a part of an invoice of a network whose lines are disputed', async ({ page }) => {
  test.setTimeout(900_000);
  const { id } = await givenDisputedInvoice(page);
  await signIn(page, STAFF);
  for (const place of ['', `/${id}`, '?tab=networks'])
    await expectNothingCut(page, `/staff/network-invoices${place}`);
});

test('no width cuts the title of a contract or agreement in the list of documents', async ({ page }) => {
  test.setTimeout(900_000);
  await signIn(page, STAFF);
  await changeAnswer(page, /\/staff\/api\/documents\?/, ({ data }) => {
    data[0].title = 'Договор № ТК-000001 от 30.11.2026';
    const agreement = 'Дополнительное соглашение № 12 от 30.11.2026 к договору № ТК-000001';
    Object.assign(data[1], { title: agreement, sum: null, vat: null });
  });
  await expectNothingCut(page, '/staff/documents');
});

async function expectNothingCut(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectLoaded(page);
  await openFolded(page);
  for (const [width, height] of WIDTHS)
    await test.step(`${address} at ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await expect.poll(() => page.evaluate(findCutParts)).toEqual([]);
    });
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html[data-loading], [aria-busy="true"]')).toHaveCount(0);
}

/** Opens what is folded, such as the months of a truck: a folded table is judged as well as an open one. */
async function openFolded(page: Page): Promise<void> {
  await page.locator('main details').evaluateAll((folded) => {
    for (const details of folded) (details as HTMLDetailsElement).open = true;
  });
  await expectLoaded(page);
}

test('a cut plate or example, a button outside and a head over another are found', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 600 });
  await page.setContent(`<html lang="ru"><main style="width: 700px">
    <p style="width: 90px; overflow: hidden; white-space: nowrap">Volvo FH Р 140 ТТ 790</p>
    <button style="margin-left: 740px">Пополнить</button>
    <input aria-label="Поиск" placeholder="Компания, ИНН или карта" style="width: 90px">
    <table style="table-layout: fixed; width: 120px; white-space: nowrap"><thead><tr>
      <th>Дата и время, МСК</th><th>Сумма</th></tr></thead></table></main>`);
  expect(await page.evaluate(findCutParts)).toEqual([
    expect.stringMatching(/^the page scrolls sideways by \d+$/),
    'cut: p «Volvo FH Р 140 ТТ 790»',
    'outside the window: button «Пополнить»',
    'cut example: input «Компания, ИНН или карта»',
    'head over another: th «Дата и время, МСК»',
  ]);
});

test.describe('on a laptop of 1366 × 768', () => {
  test.use({ viewport: { width: 1366, height: 768 } });

  test('six whole rows of cards stand under what waits on the first screen', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet');
    await expectLoaded(page);
    await expect(page.getByRole('list', { name: 'Ждёт решения' }).getByRole('listitem')).toHaveCount(4);
    const rows = page.getByRole('table', { name: 'Мои карты' }).getByRole('row');
    await expect(rows.nth(6)).toBeInViewport({ ratio: 1 });
  });

  test('the balances are one line above the page, and open below it', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet');
    await expectLoaded(page);
    const balances = page.getByRole('region', { name: 'Балансы' });
    expect((await balances.boundingBox())?.height).toBeLessThan(64);
    await expect(balances.getByRole('link', { name: 'Пополнить' })).toBeVisible();
    await expect(balances.getByText('Мои средства')).toBeHidden();
    await balances.getByRole('button', { name: 'Счета сетей и кредит' }).click();
    await expect(balances.getByText('Мои средства')).toBeVisible();
    await expect(balances.getByRole('button', { name: /^Перевести: / }).first()).toBeVisible();
    await expectNoAxeViolations(page);
  });
});

test('the buttons of an open case stand on one line on a laptop', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(page, STAFF);
  await page.goto('/staff/unsettled');
  await expectLoaded(page);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'Ответить' }) })
    .first();
  const tops = async () => {
    const boxes = await row
      .getByRole('cell')
      .last()
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    return new Set(boxes.map(({ top, height }) => Math.round(top + height / 2))).size;
  };
  await expect.poll(tops).toBe(1);
});

test('a column that has no room stands below the name, and comes back with the room', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await expectLoaded(page);
  const table = page.getByRole('table', { name: 'Мои карты' });
  const head = table.getByRole('columnheader', { name: /^Водитель/ });
  const name = table.getByRole('row').nth(1).getByRole('cell').nth(2);
  await expect(head).toBeHidden();
  await expect(name).toContainText('Абрамов И. В.', { useInnerText: true });
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(head).toBeVisible();
  await expect(name).not.toContainText('Абрамов И. В.', { useInnerText: true });
});

test('a phone of 360 px shows two whole cards above its bar', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await expectLoaded(page);
  await expect(page.getByRole('list', { name: 'Ждёт решения' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Ещё \d+$/ })).toBeVisible();
  const second = page.getByRole('table', { name: 'Мои карты' }).getByRole('row').nth(2);
  const bar = page
    .getByRole('navigation')
    .filter({ has: page.getByRole('button', { name: 'Ещё', exact: true }) });
  const top = (await bar.boundingBox())?.y ?? 0;
  expect(top).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      const box = await second.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    })
    .toBeLessThanOrEqual(top);
});

test('a long list names the number of its rows, and the place of each that is drawn', async ({ page }) => {
  await changeAnswer(page, /\/api\/card(\?|$)/, (answer) => {
    const [card] = answer.data;
    answer.data = Array.from({ length: 240 }, (_, index) => ({ ...card, id: index + 1 }));
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const table = page.getByRole('table', { name: 'Мои карты' });
  await expect(table).toHaveAttribute('aria-rowcount', '241');
  // What loads above the list moves its end: «End» would stop where the page ended before.
  await expectLoaded(page);
  await page.keyboard.press('End');
  await expect(table.locator('[aria-rowindex="241"]')).toBeVisible();
});

import { findCutParts } from './find-cut-parts.ts';
import { changeAnswer } from './change-answer.ts';
import { ADMIN, expect, signIn, STAFF, test } from '../fixtures.ts';

const LONG = `${'Константинопольский-Задунайский '.repeat(7)}`.slice(0, 200).trim();

test('a name of 200 characters takes two lines of a row, with the whole in its tooltip', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, /\/api\/card(\?|$)/, ({ data }) => {
    data[0].comment = LONG;
    for (const driver of data[0].drivers) Object.assign(driver, { last_name: LONG });
  });
  await changeAnswer(page, /\/api\/operations\?/, ({ data }) => {
    Object.assign(data[0], { drivers: [LONG] });
    Object.assign(data[0].card ?? {}, { comment: LONG });
  });
  for (const path of ['/cabinet', '/cabinet/card-transactions?type=11'])
    await test.step(path, async () => {
      await page.goto(path);
      const row = page
        .getByRole('row')
        .filter({ hasText: LONG.slice(0, 60) })
        .first();
      await expect(row).toBeVisible();
      expect((await row.boundingBox())?.height).toBeLessThan(100);
      // The link of a row lies over its texts.
      await row
        .getByText(LONG.slice(0, 60))
        .first()
        .hover({ force: true, position: { x: 4, y: 4 } });
      await expect(row.getByTitle(LONG.slice(0, 60)).first()).toBeVisible();
    });
});

test('a name of two hundred signs takes two lines in lists that are no tables', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, /\/api\/drivers(\?|$)/, ({ data }) => Object.assign(data[0], { surname: LONG }));
  await changeAnswer(page, /\/api\/users(\?|$)/, ({ data }) => Object.assign(data[0], { lastname: LONG }));
  await changeAnswer(page, /\/api\/card\/\d+$/, ({ data }) =>
    Object.assign(data, { drivers: [{ id: 1, surname: LONG, name: 'Пётр', phone: '79005551000' }] }),
  );
  await page.goto('/cabinet');
  const card = await page.getByRole('row').nth(1).getByRole('link').first().getAttribute('href');
  const id = new URL(card ?? '', 'http://localhost').searchParams.get('id');
  for (const path of ['/cabinet/drivers', `/cabinet/drivers?card=${id}`, '/cabinet/permissions'])
    await test.step(path, async () => {
      await page.goto(path);
      const name = page.getByRole('main').getByText(LONG.slice(0, 60)).first();
      await expect(name).toBeVisible();
      const lines = await name.evaluate(
        (text) => text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight),
      );
      expect(lines).toBeLessThan(2.5);
      await name.hover();
      await expect(page.getByTitle(LONG.slice(0, 60)).first()).toBeVisible();
    });
});

function cutPixels(text: Element): number {
  const { scrollWidth, clientWidth } = text.parentElement ?? text;
  return scrollWidth - clientWidth;
}

test('a sum and the VAT in it are seen whole @firefox', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, /\/api\/operations\?/, ({ data }) => {
    Object.assign(data[0], { sum: 9_888_888.88, vat: 1_783_242.26 });
  });
  await page.goto('/cabinet/card-transactions?type=11');
  const vat = page.getByText(/^НДС \d/);
  await expect(vat.first()).toBeVisible();
  for (const locator of await vat.all()) expect(await locator.evaluate(cutPixels)).toBeLessThanOrEqual(0);
  // The commonest desk of a dispatcher: the page's own edge is 24 px from the window's.
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(async () => {
    for (const locator of await vat.all()) {
      const box = await locator.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280 - 24);
    }
  }).toPass();
});

test('an operation by a card of several drivers shows the card’s number whole', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, /\/api\/operations\?/, ({ data }) => {
    for (const operation of data) operation.drivers = ['Абрамов И. В.', 'Баранов К. О.', 'Гусев А. П.'];
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/cabinet/card-transactions?type=11');
  await expect(page.getByText(/^Абрамов И\. В\.\s\+2, ••\s\d{4}$/).first()).toBeVisible();
  expect(await page.evaluate(findCutParts)).toEqual([]);
});

test('the margin of twelve months by networks fits a laptop', async ({ page }) => {
  await signIn(page, STAFF);
  await changeAnswer(page, /\/margin\/years\//, ({ data, meta }) => {
    const year = meta.months[0].slice(0, 4);
    meta.months = Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`);
    for (const row of [...data, meta.totals]) row.months = meta.months.map(() => row.months[0]);
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/staff/margin?view=year&by=network');
  await expect(page.getByRole('columnheader', { name: 'Дек' })).toBeVisible();
  expect(await page.evaluate(findCutParts)).toEqual([]);
});

test('the bars of a month keep their networks’ colours where colours are forced', async ({ page }) => {
  await signIn(page, ADMIN);
  // On the first of a month nothing may have been spent yet.
  await changeAnswer(page, /\/api\/overview$/, ({ data: { spending } }) => {
    spending.days = [{ date: spending.today, networks: [{ partner_id: 1, sum: 12_000 }] }];
  });
  await page.emulateMedia({ forcedColors: 'active' });
  for (const path of ['/cabinet', '/cabinet/transactions'])
    await test.step(path, async () => {
      await page.goto(path);
      const bars = page.locator(
        '[aria-hidden="true"] [style*="height"], [aria-hidden="true"] [style*="width"]',
      );
      await expect(bars.first()).toBeAttached();
      const keeping = await bars.evaluateAll((all) =>
        all.filter((bar) => getComputedStyle(bar).getPropertyValue('forced-color-adjust') === 'none'),
      );
      expect(keeping).toHaveLength(await bars.count());
    });
});

test('a limit of a week and a large one take two lines in a row of a desk', async ({ page }) => {
  await changeAnswer(page, /\/api\/card(\?|$)/, ({ data }) => {
    data[0].limit = {
      source: 'card',
      unit: { id: 'amount', title: 'литры' },
      period: { id: 'P1W', title: 'неделя' },
      unit_count: 1500,
      spent: 0,
      left: 1500,
    };
    data[1].limit = {
      source: 'card',
      unit: { id: 'sum', title: 'рубли' },
      period: { id: 'P1M', title: 'месяц' },
      unit_count: 990_000,
      spent: 216_072,
      left: 773_928,
    };
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const rows = page.getByRole('table', { name: 'Мои карты' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(/ещё\s1\s500\sл\sдо\sпн/);
  const rest = rows.nth(1).getByText(/^ещё\s1\s500\sл\sдо\sпн$/);
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const place of [1, 2]) expect((await rows.nth(place).boundingBox())?.height).toBeLessThan(50);
    await expect(rest).toBeVisible();
    expect((await rest.boundingBox())?.height).toBeLessThan(20);
    expect(await page.evaluate(findCutParts)).toEqual([]);
  }
});

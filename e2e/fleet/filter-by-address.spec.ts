import type { Page } from '@playwright/test';
import { ADMIN, expect, signIn, STAFF, test } from '../fixtures.ts';

/** Addresses of a list with values that its fields do not offer, and what the fields then show. */
interface StaleFilter {
  place: string;
  addresses: string[];
  reads: RegExp;
  shows: Record<string, string>;
  table: string;
  /** Stands in the table's place on days when there is nothing to list yet. */
  orElse?: string;
  person?: string;
}

const UNKNOWN_ID = '999999999';
const NO_DAYS = 'from=2026-02-30&to=2026-13-45';

const LISTS: StaleFilter[] = [
  {
    place: '/cabinet',
    addresses: ['status=99&partner=99', `driver=${UNKNOWN_ID}`, 'driver=zzz&status=zzz&partner=-1'],
    reads: /\/api\/card(\?|$)/,
    shows: { Сеть: '', Статус: '', Водитель: '' },
    table: 'Мои карты',
  },
  {
    place: '/cabinet/card-transactions',
    addresses: ['type=zzz&status=1.5&page=0', 'type=99&status=99', `card=${UNKNOWN_ID}`, NO_DAYS],
    reads: /\/api\/operations(\?|$)/,
    shows: { Карта: '', Тип: '', Статус: '', С: '', По: '' },
    table: 'Операции',
  },
  {
    place: '/cabinet/transactions',
    addresses: [`card=${UNKNOWN_ID}`, 'by=zzz&sort=zzz&measure=zzz', NO_DAYS],
    reads: /\/api\/operations\/summary\?/,
    shows: { Карта: '', 'По месяцам': 'month' },
    table: 'Топливо по месяцам',
  },
  {
    place: '/cabinet/statement',
    addresses: [`place=card:${UNKNOWN_ID}`, `place=network:${UNKNOWN_ID}`, 'place=network:zzz', NO_DAYS],
    reads: /\/api\/client\/statement\?/,
    shows: { Счёт: '' },
    table: 'Движения средств',
    // The period is this month, which may have started a minute ago.
    orElse: 'Движений нет',
  },
  {
    place: '/cabinet/invoices-issued',
    addresses: ['page=1.5', 'page=zzz', 'page=1e99'],
    reads: /\/api\/invoices\?/,
    shows: {},
    table: 'Выставленные счета',
  },
  {
    place: '/staff',
    addresses: ['status=99', 'status=1.5'],
    reads: /\/staff\/api\/requests(\?|$)/,
    shows: { Статус: '' },
    table: 'Заявки на карты',
    person: STAFF,
  },
];

for (const { place, addresses, reads, shows, table, orElse, person = ADMIN } of LISTS) {
  test(`the fields of ${place} show what the list was asked for`, async ({ page }) => {
    await signIn(page, person);
    const alerts: string[] = [];
    page.on('dialog', (alert) => {
      alerts.push(alert.message());
      void alert.accept();
    });
    const requested = recordReads(page, reads);
    for (const address of addresses) {
      const earlier = requested.length;
      await page.goto(`${place}?${address}`);
      const list = page.getByRole('table', { name: table });
      await expect(orElse ? list.or(page.getByText(orElse, { exact: true })) : list).toBeVisible();
      for (const [label, value] of Object.entries(shows))
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
      await expect(page.getByText('Сбросить')).toHaveCount(0);
      await expect
        .poll(() => requested.slice(earlier).some((query) => !query.includes(UNKNOWN_ID)))
        .toBe(true);
    }
    // An unknown id is accepted until the list that would name it has loaded. Other nonsense is not.
    expect(requested.filter((query) => NONSENSE.test(query))).toEqual([]);
    expect(alerts).toEqual([]);
  });
}

const NONSENSE = /=99\b|zzz|NaN|=-|1\.5|1e|02-30|13-45|page=0/;

test('blocked cards are chosen by 2 in the address, and the field shows it', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet?status=2');
  await expect(page.getByLabel('Статус')).toHaveValue('3');
});

test('a network or a region of the map’s address that has no stations is left out', async ({ page }) => {
  await page.goto('/map?brand=zzz&region=zzz');
  await expect(page.getByText(/^Нашлось: [1-9]/)).toBeVisible();
  await expect(page.getByLabel('Сеть')).toHaveValue('');
});

test('search text of the clients’ list leaves its field when it leaves the address', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/clients?q=дальний');
  const field = page.getByRole('main').getByLabel('ИНН, название, телефон');
  await expect(field).toHaveValue('дальний');
  await page.getByRole('navigation').getByRole('link', { name: 'Клиенты' }).first().click();
  await expect(page).toHaveURL(/\/staff\/clients$/);
  await expect(field).toHaveValue('');
});

test('a card, driver or place from the address stays while its list loads', async ({ page }) => {
  await signIn(page, ADMIN);
  const requested = recordReads(page, /\/api\/(operations|operations\/summary|client\/statement|card)\?/);
  await page.goto('/cabinet/card-transactions');
  const card = page.getByLabel('Карта', { exact: true });
  const id = await card.locator('option').nth(1).getAttribute('value');
  requested.length = 0;
  await page.goto(`/cabinet/card-transactions?card=${id}`);
  await expect(page.getByRole('table', { name: 'Операции' })).toBeVisible();
  await expect(card).toHaveValue(id ?? '');
  await page.goto(`/cabinet/transactions?card=${id}&from=2025-01-01`);
  await expect(page.getByRole('table')).toBeVisible();
  await expect(card).toHaveValue(id ?? '');
  await page.goto(`/cabinet/statement?place=card:${id}`);
  await expect(page.getByText('Движений за период')).toBeVisible();
  await expect(page.getByLabel('Счёт', { exact: true })).toHaveValue(`card:${id}`);
  await page.goto('/cabinet');
  const driver = await page.getByLabel('Водитель').locator('option').nth(1).getAttribute('value');
  requested.length = 0;
  await page.goto(`/cabinet?driver=${driver}`);
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
  await expect(page.getByLabel('Водитель')).toHaveValue(driver ?? '');
  expect(requested.filter((query) => !query.includes(`driver_id=${driver}`))).toEqual([]);
});

/** The queries of the page's readings, as they are made. */
function recordReads(page: Page, calls: RegExp): string[] {
  const queries: string[] = [];
  page.on('request', (request) => {
    if (calls.test(request.url())) queries.push(new URL(request.url()).search);
  });
  return queries;
}

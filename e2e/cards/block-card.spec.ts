import type { Page } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  MANAGER,
  signIn,
  SPECIALIST,
  test,
  signInForToken,
  UNTIL_ENDED,
} from '../fixtures.ts';
import { readOnlyWhenAsked } from '../pages/hold-time.ts';
import { readOpacity } from '../pages/read-opacity.ts';

const BLOCK = { id: 3, title: 'Блокировка карты' };

test('§4.5 §4.6 §4.7 §4.8 a card is blocked once, and unblocked again', async ({ page }) => {
  await signIn(page, ADMIN);
  await openCard(page, 'status=1&partner=4');
  await page.getByRole('button', { name: 'Заблокировать' }).click();
  const popup = page.getByRole('dialog', { name: 'Блокировка карты' });
  await expectNoAxeViolations(page);
  await popup.getByRole('button', { name: 'Заблокировать' }).click();
  // The network may answer within half a second: `waitFor` checks at every frame, an expectation once a second.
  await page.getByRole('button', { name: 'Карта блокируется', disabled: true }).waitFor();

  const unblock = page.getByRole('button', { name: 'Разблокировать' });
  await expect(unblock).toBeEnabled();
  await expect(page.getByText('Заблокирована', { exact: true })).toBeVisible();
  await unblock.click();
  await page
    .getByRole('dialog', { name: 'Разблокировать карты' })
    .getByRole('button', { name: 'Разблокировать' })
    .click();
  await page.getByRole('button', { name: 'Карта разблокируется', disabled: true }).waitFor();
  await expect(page.getByRole('button', { name: 'Заблокировать' })).toBeEnabled();
  await expect(page.getByText('Активна', { exact: true })).toBeVisible();
});

test('§4.5 §4.6 §4.7 «Заблокировать» never unblocks a colleague’s block, a filter hides no outcome', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet?status=1&partner=1');
  const row = page.getByRole('table', { name: 'Мои карты' }).getByRole('row').last();
  await expect(row).toBeVisible();
  const place = (await row.getByRole('link').first().getAttribute('href')) ?? '';
  const id = new URLSearchParams(place.split('?')[1]).get('id');
  await row.getByRole('button', { name: /^Действия с картой/ }).click();
  await page.getByRole('menuitem', { name: 'Заблокировать' }).click();
  const popup = page.getByRole('dialog', { name: 'Блокировка карты' });
  await expect(popup.getByRole('button', { name: 'Заблокировать' })).toBeVisible();

  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  await page.request.post(`/api/card/${id}/changeStatus`, { headers });
  await expect(popup.getByText(/статус карты изменился/)).toBeVisible();
  await expect(popup.getByText('Заблокирована', { exact: true })).toBeVisible();
  await expect(popup.getByRole('button', { name: 'Заблокировать' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await popup.getByRole('button', { name: 'Понятно' }).click();
  await expect(popup).toBeHidden();
  await expect(page.locator(`a[href="${place}"]`)).toHaveCount(0);
  await expect(page.getByText(/^Карта .* заблокирована$/)).toBeVisible();
  await page.request.post(`/api/card/${id}/changeStatus`, { headers });
});

test('a network refuses, and the screen shows the card as active again', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet?search=капризами');
  await page.getByRole('link', { name: /капризами/ }).click();
  await page.getByRole('button', { name: 'Заблокировать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Заблокировать' }).click();
  await expect(page.getByText(/не заблокирована/)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Заблокировать' })).toBeEnabled();
});

test('§4.5 a user who leaves before the network refuses a block reads that it failed @phone', async ({
  page,
}) => {
  let underWay = false;
  await changeAnswer(page, /\/api\/card(\/\d+)?(\?.*)?$/, ({ data }) => {
    const isNewOrder = ({ comment }: { comment: string | null }) => comment?.includes('капризами');
    const card = Array.isArray(data) ? data.find(isNewOrder) : data;
    if (underWay) card.inProgressOperations = [{ id: 1, type: BLOCK, type_id: BLOCK.id, sum: 0 }];
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet?search=капризами');
  await page.getByRole('link', { name: /капризами/ }).click();
  await page.getByRole('button', { name: 'Заблокировать' }).click();
  // The network may refuse at once; the screen learns of the refusal only after the user has left it.
  underWay = true;
  await page.getByRole('dialog').getByRole('button', { name: 'Заблокировать' }).click();
  await expect(page.getByRole('button', { name: 'Карта блокируется' })).toBeVisible();
  await page.getByRole('link', { name: 'Операции' }).first().click();
  await expect(page).toHaveURL(/transactions/);
  underWay = false;
  await expect(page.getByText(/^Карта .* не заблокирована$/)).toBeVisible();
  await expect(page.getByText('Сеть отказала. Карта осталась активной.')).toBeVisible();
});

test('many blocks end at a network, and the refusals are shown at once @phone', async ({ page }) => {
  let ended = false;
  await changeAnswer(page, /\/api\/card(\?.*)?$/, (answer) => {
    const chosen = answer.data.slice(0, 20);
    for (const [index, card] of chosen.entries()) {
      card.inProgressOperations = ended ? [] : [{ id: index + 1, type: BLOCK, type_id: BLOCK.id, sum: 0 }];
      card.status = ended && index >= 12 ? { id: 2, title: 'Заблокирована' } : { id: 1, title: 'Активна' };
    }
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await expect(page.getByText('Карта блокируется').first()).toBeVisible();
  await page.getByRole('link', { name: 'Операции' }).first().click();
  ended = true;
  await expect(page.getByText('Заблокировано: 8 карт', { exact: true })).toBeVisible();
  await expect(page.getByText('Сеть отказала, не заблокировано: 12 карт', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Остались активными: (••\s\d{4}, ){9}••\s\d{4} и ещё 2$/)).toBeVisible();
  await expectNoAxeViolations(page);
});

test('§8.24 a status that could not be changed says so', async ({ page, failures }) => {
  await signIn(page, ADMIN);
  await openCard(page, 'status=1&partner=3');
  await failures.stage('changeCardStatus', { message: 'Сеть не принимает команды' });
  await page.getByRole('button', { name: 'Заблокировать' }).click();
  const popup = page.getByRole('dialog');
  const alerted = page.waitForEvent('dialog');
  // The click returns only after the alert is answered.
  void popup.getByRole('button', { name: 'Заблокировать' }).click();
  const alert = await alerted;
  expect(alert.message()).toBe('Сеть не принимает команды');
  await alert.accept();
  await popup.getByRole('button', { name: 'Отмена' }).click();
  await expect(popup).toBeHidden();
  await expect(page.getByRole('button', { name: 'Заблокировать' })).toBeEnabled();
});

test('§8.24 a user who left while a card was being blocked learns that it was not', async ({
  page,
  failures,
}) => {
  await signIn(page, ADMIN);
  await openCard(page, 'status=1&partner=3');
  const message = 'Сеть не принимает команды';
  await failures.stage('changeCardStatus', { message });
  const released = Promise.withResolvers<void>();
  await page.route('**/changeStatus', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Заблокировать' }).click();
  const requested = page.waitForRequest('**/changeStatus');
  await page.getByRole('dialog').getByRole('button', { name: 'Заблокировать' }).click();
  await requested;
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  released.resolve();
  await expect(page.getByRole('status').filter({ hasText: 'Блокировка карты: ••' })).toContainText(message);
});

test('§4.9 §6.4 a specialist can’t block a card @phone', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await openCard(page, 'status=1&partner=2');
  await expect(page.getByRole('button', { name: 'Заблокировать' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Пополнить' })).toBeDisabled();
  await expectNoAxeViolations(page);
  // The hidden reasons of the buttons don't make a phone's page wider.
  expect(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  ).toBe(0);
});

test('§2.53 §3.22 §4.10 a card of a network in maintenance can’t be blocked, and its hours are readable', async ({
  page,
}) => {
  const profile = await signIn(page, ADMIN);
  await page.route('**/api/users/profile', (route) => {
    const maintenance = {
      message: 'Обновляем процессинг',
      start: { date: '2026-10-01', time: '10:00' },
      end: { date: '2026-10-01', time: '18:00' },
      partner: 3,
    };
    return route.fulfill({ json: { ...profile, maintenance } });
  });
  await openCard(page, 'status=1&partner=3');
  await expect(
    page.getByText('Обновляем процессинг. С 01.10.2026 10:00 до 01.10.2026 18:00 по московскому времени.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Заблокировать' })).toBeDisabled();
  await openCard(page, 'status=1&partner=1');
  await expect(page.getByRole('button', { name: 'Заблокировать' })).toBeEnabled();
});

test('§2.54 §2.55 §4.4 §8.22 a filtered link shows its own cards, and a failed list says so', async ({
  page,
  failures,
}) => {
  await readOnlyWhenAsked(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const requested = page.waitForRequest(/\/api\/card\?.*status_id=3/);
  await page.getByLabel('Статус').selectOption('Заблокированные');
  await requested;
  await expect(page).toHaveURL(/status=3/);
  const cards = page.getByRole('table', { name: 'Мои карты' });
  await expect(cards.getByText('Активна', { exact: true })).toHaveCount(0);
  await expect(cards.getByText('Заблокирована').first()).toBeVisible();

  await failures.stage('listCards', { times: UNTIL_ENDED });
  await page.reload();
  await expect(page.getByText('Ошибка. Пожалуйста, перезагрузите страницу').first()).toBeVisible();
  await failures.end('listCards');
  await page.getByRole('button', { name: 'Перезагрузить' }).first().click();
  await expect(cards.getByText('Заблокирована').first()).toBeVisible();
});

test('§2.54 cards of the previous filter do not look like results of the new one', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const cards = page.getByRole('table', { name: 'Мои карты' });
  await expect(cards).toBeVisible();
  const release = Promise.withResolvers<void>();
  await page.route('**/api/card?**', async (route) => {
    await release.promise;
    await route.continue();
  });
  const opacity = () => readOpacity(cards);
  expect(await opacity()).toBe(1);
  await page.getByLabel('Сеть').selectOption('Татнефть');
  await expect.poll(opacity).toBeLessThan(0.8);
  release.resolve();
  await expect.poll(opacity).toBe(1);
  await expect(cards.getByText('Газпромнефть')).toHaveCount(0);
});

/** Opens the page of the last card in the filtered list. */
async function openCard(page: Page, filter: string): Promise<void> {
  await page.goto(`/cabinet?${filter}`);
  await page.getByRole('table', { name: 'Мои карты' }).getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 1, name: / •• \d{4}$/ })).toBeVisible();
  await expect(page.getByText('Баланс карты')).toBeVisible();
}

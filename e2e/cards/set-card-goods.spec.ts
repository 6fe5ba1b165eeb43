import type { Page } from '@playwright/test';
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

const SAVE = 'Сохранить услуги';
const diesel = (page: Page) => page.getByRole('group', { name: 'Дизельное топливо' });

test('§2.57 §2.64 §4.1 a card that waits for setup is active after its goods are chosen', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet?status=5');
  await page
    .getByRole('link', { name: /^Настроить карту/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Услуги', exact: true })).toBeVisible();
  await expect(page.getByText('Карта ещё не настроена')).toBeVisible();
  await expect(page.getByRole('button', { name: SAVE })).toBeDisabled();

  await diesel(page).getByLabel('Выбрать все').check();
  await expect(diesel(page).getByLabel('ДТ', { exact: true })).toBeChecked();
  await diesel(page).getByLabel('ДТ зимнее').uncheck();
  await expect(diesel(page).getByLabel('Выбрать все')).not.toBeChecked();
  await page.getByRole('button', { name: SAVE }).click();
  await expect(page.getByText('Сохранено, карта активна')).toBeVisible();
  await expectNoAxeViolations(page);

  await page.reload();
  await expect(page.getByText('Активна', { exact: true })).toBeVisible();
  await expect(diesel(page).getByLabel('ДТ', { exact: true })).toBeChecked();
  await expect(diesel(page).getByLabel('ДТ зимнее')).not.toBeChecked();
});

test('§8.34 goods that were not saved look saved: the choice stays and can be resent', async ({
  page,
  failures,
}) => {
  await signIn(page, ADMIN);
  await openServices(page, 'partner=1');
  await failures.stage('setCardGoods', { message: 'Сеть не ответила' });
  const logged = page.waitForRequest('**/api/log');
  await page.getByLabel('КПГ (метан)').click();
  await page.getByRole('button', { name: SAVE }).click();
  expect((await logged).postData()).toContain('setCardGoods');
  await expect(page.getByText('Есть несохранённые изменения')).toBeVisible();
  await expect(page.getByText('Сеть не ответила')).toBeHidden();
  await expect(page.getByText('Сохранено')).toBeHidden();

  await page.getByRole('button', { name: SAVE }).click();
  await expect(page.getByText('Сохранено')).toBeVisible();
});

test('a kind of fuel that a colleague removed stays off when another is added', async ({ page }) => {
  await signIn(page, ADMIN);
  await openServices(page, 'partner=1');
  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  const cardId = new URL(page.url()).searchParams.get('card');
  const goods = async () => {
    const { data } = await (await page.request.get(`/api/card/${cardId}`, { headers })).json();
    return data.goods as { cg_id: number; title: string; status_id: number }[];
  };
  const all = await goods();
  const [added, taken, ...others] = all.map(({ cg_id }) => cg_id);
  const colleagueLeaves = async (cg_ids: unknown[]) =>
    page.request.post(`/api/card/${cardId}/setGoods`, { headers, data: { cg_ids } });
  const findCheckbox = (id: unknown) =>
    page.getByRole('checkbox', { name: all.find(({ cg_id }) => cg_id === id)!.title, exact: true });
  await colleagueLeaves([taken, ...others]);
  await expect(findCheckbox(taken)).toBeChecked();
  await expect(findCheckbox(added)).not.toBeChecked();

  await findCheckbox(added).check();
  await colleagueLeaves(others);
  await expect(findCheckbox(taken)).not.toBeChecked();
  await expect(findCheckbox(added)).toBeChecked();
  await page.getByRole('button', { name: SAVE }).click();
  await expect(page.getByText('Сохранено')).toBeVisible();
  const off = (await goods()).filter(({ status_id }) => status_id !== 1);
  expect(off.map(({ cg_id }) => cg_id)).toEqual([taken]);
});

test('§8.23 goods that did not load say so', async ({ page, failures }) => {
  await readOnlyWhenAsked(page);
  await failures.stage('listGoodsGroups', { times: UNTIL_ENDED });
  await signIn(page, ADMIN);
  await openServices(page, 'partner=1');
  await expect(page.getByText('Ошибка. Пожалуйста, перезагрузите страницу').first()).toBeVisible();
  await failures.end('listGoodsGroups');
  await page.getByRole('button', { name: 'Перезагрузить' }).first().click();
  await expect(diesel(page).first()).toBeVisible();
});

test('§6.5 a specialist can’t change what a card may pay for @phone', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await openServices(page, 'partner=2');
  await expect(diesel(page).getByLabel('ДТ', { exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: SAVE })).toBeDisabled();
  await expectNoAxeViolations(page);
});

/** Opens the goods of the last active card in the filtered list. */
async function openServices(page: Page, filter: string): Promise<void> {
  await page.goto(`/cabinet?status=1&${filter}`);
  await page
    .getByRole('button', { name: /^Действия с картой/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Услуги и лимиты' }).click();
  await expect(page.getByRole('heading', { name: 'Что можно купить по карте' })).toBeVisible();
}

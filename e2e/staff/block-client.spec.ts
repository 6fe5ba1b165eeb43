import { confirmWaiting } from './change-by-two-people.ts';
import { expect, expectNoAxeViolations, signIn, STAFF, test, signInForToken } from '../fixtures.ts';

/** The admin of «Донские линии», who has not paid in time. */
const DEBTOR = '79000000031';
const REASON = 'Просрочен платёж за сентябрь';

test('a late client is found, blocked, reads why, moves no money, and is unblocked', async ({
  page,
  browser,
}) => {
  await signIn(page, STAFF);
  await page.goto('/staff/clients');
  await page.getByRole('combobox', { name: 'Состояние' }).click();
  await page.getByRole('option', { name: 'С просрочкой' }).click();
  await expect(page.getByRole('heading', { name: 'Найдено: 1 клиент' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'ООО «Донские линии»' }).click();
  await expect(page.getByText('Срок оплаты прошёл')).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Заблокировать' }).click();
  const requested = page.getByRole('dialog', { name: 'Заблокировать клиента' });
  await expect(requested.getByRole('button', { name: 'Заблокировать' })).toBeDisabled();
  await requested.getByLabel('Причина, её увидят сотрудники клиента').fill(REASON);
  await requested.getByRole('button', { name: 'Заблокировать' }).click();
  await expect(page.getByText('Блокировка клиента: ждёт второго сотрудника')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(`Заблокирован: ${REASON}`)).toBeHidden();
  await confirmWaiting(page.request);
  await page.reload();
  await expect(page.getByText(`Заблокирован: ${REASON}`)).toBeVisible();
  await page.getByRole('tab', { name: 'Карты' }).click();
  await expect(page.getByRole('table', { name: 'Карты клиента' }).getByText('Вместе с клиентом')).toHaveCount(
    2,
  );
  await expectNoAxeViolations(page);

  const cabinet = await (await browser.newContext()).newPage();
  await signIn(cabinet, DEBTOR);
  await cabinet.goto('/cabinet/distribute');
  const banner = cabinet.getByText(`Компания заблокирована: ${REASON}`);
  await expect(banner).toBeVisible();
  await cabinet.getByLabel('Сколько добавить: Газпромнефть').fill('100');
  await cabinet.getByRole('button', { name: /^Распределить/ }).click();
  await expect(
    cabinet.getByText('Компания заблокирована программой: деньги и карты не изменить').first(),
  ).toBeVisible();
  await expectNoAxeViolations(cabinet);

  await page.getByRole('button', { name: 'Разблокировать', exact: true }).first().click();
  const back = page.getByRole('dialog', { name: 'Разблокировать клиента' });
  await back.getByLabel('Основание, останется в журнале').fill('Прислали платёжное поручение');
  await back.getByRole('button', { name: 'Разблокировать' }).click();
  await expect(page.getByText('Разблокировка клиента: ждёт второго сотрудника')).toBeVisible();
  await expect(page.getByText(`Заблокирован: ${REASON}`)).toBeVisible();
  await confirmWaiting(page.request);
  await page.reload();
  await expect(page.getByText(`Заблокирован: ${REASON}`)).toBeHidden();
  await page.getByRole('tab', { name: 'Журнал' }).click();
  await expect(
    page.getByRole('table', { name: 'Журнал клиента' }).getByText('Клиент разблокирован'),
  ).toBeVisible();
  // The cabinet updates without a reload.
  await expect(banner).toBeHidden();
  await cabinet.context().close();
});

test('a card that staff hold says why to its owner, who can’t unblock it', async ({ page, browser }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/clients?q=6168014526');
  await page.getByRole('link', { name: 'ООО «Донские линии»' }).click();
  await page.getByRole('tab', { name: 'Карты' }).click();
  const row = page.getByRole('table', { name: 'Карты клиента' }).getByRole('row').nth(1);
  await row.getByRole('button', { name: 'Заблокировать' }).click();
  const requested = page.getByRole('dialog', { name: /^Заблокировать карту/ });
  await requested.getByLabel('Причина, её увидят сотрудники клиента').fill('Заправки в чужом регионе');
  await requested.getByRole('button', { name: 'Заблокировать' }).click();
  await expect(row.getByText('Программой: Заправки в чужом регионе')).toBeVisible();
  await expect(row.getByText('Заблокирована')).toBeVisible();

  const cabinet = await (await browser.newContext()).newPage();
  await signIn(cabinet, DEBTOR);
  const token = await signInForToken(cabinet.request, DEBTOR);
  const listed = await cabinet.request.get('/api/card?status_id=2', { headers: { 'X-Auth-Token': token } });
  await cabinet.goto(`/cabinet/card?id=${(await listed.json()).data[0].id}`);
  await expect(cabinet.getByText('Карту заблокировала программа: Заправки в чужом регионе')).toBeVisible();
  await expect(cabinet.getByRole('button', { name: 'Разблокировать' })).toBeDisabled();
  await cabinet.context().close();

  await row.getByRole('button', { name: 'Разблокировать' }).click();
  const back = page.getByRole('dialog', { name: /^Разблокировать карту/ });
  await back.getByLabel('Основание, останется в журнале').fill('Проверили');
  await back.getByRole('button', { name: 'Разблокировать' }).click();
  await expect(row.getByText('Активна')).toBeVisible();
});

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
} from '../fixtures.ts';
import { readOnlyWhenAsked, stopTime } from '../pages/hold-time.ts';

const SAVE = 'Сохранить лимит';

test('§1.10 §2.65 §5.31 §8.13 §9.11 a limit that is reported as saved is there after a reload', async ({
  page,
}) => {
  await readOnlyWhenAsked(page);
  await signIn(page, ADMIN);
  await openServices(page, 2);
  await page.getByRole('radio', { name: 'Рубли' }).check();
  await page.getByRole('radio', { name: 'В месяц' }).check();
  await page.getByLabel('Лимит', { exact: true }).fill('12 345,50');
  await stopTime(page);
  let reads = 0;
  page.on('request', (request) => {
    if (isCardRead(request.url())) reads += 1;
  });
  const immediateRead = page.waitForRequest((request) => isCardRead(request.url()));
  await page.getByRole('button', { name: SAVE }).click();
  await immediateRead;
  // The second read follows half a second later: a network may have answered meanwhile.
  await page.clock.runFor(499);
  expect(reads).toBe(1);
  await page.clock.runFor(1);
  await expect.poll(() => reads).toBe(2);
  await page.clock.resume();
  await expect(page.getByText('Изменения успешно сохранены')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.reload();
  await expect(page.getByLabel('Лимит', { exact: true })).toHaveValue(/12\s345,50/);
  await expect(page.getByRole('radio', { name: 'В месяц' })).toBeChecked();
  await expect(page.getByText(/^(ещё .*|исчерпан) до 1\s\S+$/)).toBeVisible();
});

test('calls 4: a week’s limit shows what is left of it, and a quarter’s can be chosen @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await openServices(page, 2);
  await expect(page.getByRole('radio', { name: 'В квартал' })).toBeVisible();
  await page.getByRole('radio', { name: 'В неделю' }).check();
  await page.getByLabel('Лимит', { exact: true }).fill('50 000');
  await page.getByRole('button', { name: SAVE }).click();
  await expect(page.getByText('Изменения успешно сохранены')).toBeVisible();
  await expect(page.getByText(/^ещё .* до понедельника$/)).toBeVisible();
  await expectNoAxeViolations(page);
});

test('§8.13 a user who left before the network refused a limit reads that it is not in force @phone', async ({
  page,
}) => {
  let choices: object[] = [];
  await changeAnswer(page, /\/api\/card\/\d+(\/setLimit)?$/, ({ data }) => {
    data.choices = choices;
  });
  await signIn(page, ADMIN);
  await openServices(page, 2);
  await page.getByLabel('Лимит', { exact: true }).fill('900');
  choices = [{ id: 1, kind: 'limit', state: 'waiting', reason: null }];
  await page.getByRole('button', { name: SAVE }).click();
  await expect(page.getByText('Изменения успешно сохранены')).toBeVisible();
  await expect(page.getByText('Сеть ещё не подтвердила лимит')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Операции' }).first().click();
  await expect(page.getByRole('heading', { name: 'Последние транзакции' })).toBeVisible();
  choices = [{ id: 1, kind: 'limit', state: 'refused', reason: 'Лимит выше разрешённого сетью' }];
  await expect(page.getByText(/^Карта ••\s\d{4} осталась с прежним лимитом$/)).toBeVisible();
  await expect(page.getByText('Лимит выше разрешённого сетью. Новый лимит не действует.')).toBeVisible();
});

test('§8.14 a user who left while a limit was being saved learns that it was not', async ({ page }) => {
  await signIn(page, ADMIN);
  await openServices(page, 2);
  const message = 'Сеть не принимает лимиты';
  const released = Promise.withResolvers<void>();
  await page.route('**/setLimit', async (route) => {
    await released.promise;
    await route.fulfill({ status: 503, json: { code: 503, message } });
  });
  await page.getByLabel('Лимит', { exact: true }).fill('700');
  const requested = page.waitForRequest('**/setLimit');
  await page.getByRole('button', { name: SAVE }).click();
  await requested;
  await page.getByRole('link', { name: 'Операции' }).first().click();
  await expect(page.getByRole('heading', { name: 'Последние транзакции' })).toBeVisible();
  released.resolve();
  await expect(page.getByRole('status').filter({ hasText: 'лимит не сохранён' })).toContainText(message);
});

test('a limit that a colleague has changed is shown in the form, and not put back', async ({ page }) => {
  await signIn(page, ADMIN);
  await openServices(page, 2);
  const field = page.getByLabel('Лимит', { exact: true });
  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  const cardId = new URL(page.url()).searchParams.get('card');
  const colleagueSets = (unit_count: number, period: string) =>
    page.request.post(`/api/card/${cardId}/setLimit`, {
      headers,
      data: { unit_count, unit_type: 'amount', period, goodsGroups: [3] },
    });
  await colleagueSets(311, 'P1M');
  await expect(field).toHaveValue('311');
  await expect(page.getByRole('radio', { name: 'Литры' })).toBeChecked();
  await expect(
    page.getByRole('group', { name: 'На что действует' }).getByRole('checkbox').nth(1),
  ).not.toBeChecked();

  // Text that the user is typing is not overwritten.
  await field.fill('322');
  await expect(page.getByText(/^(ещё .*|исчерпан) до 1\s\S+$/)).toBeVisible();
  await colleagueSets(333, 'P1D');
  await expect(page.getByText(/^ещё .* до полуночи$/)).toBeVisible();
  await expect(field).toHaveValue('322');
});

test('typing while a limit is being saved changes nothing, and the save is reported', async ({ page }) => {
  await signIn(page, ADMIN);
  await openServices(page, 2);
  const release = await holdLimit(page);
  const field = page.getByLabel('Лимит', { exact: true });
  await field.fill('700');
  await field.press('Enter');
  await page.keyboard.type('0');
  release();
  await expect(page.getByText('Изменения успешно сохранены')).toBeVisible();
  await expect(field).toHaveValue('700');
});

test('a key right after Enter does not change a limit that is already being saved', async ({ page }) => {
  await signIn(page, ADMIN);
  await openServices(page, 2);
  const release = await holdLimit(page);
  const field = page.getByLabel('Лимит', { exact: true });
  await field.fill('700');
  const takesKeys = await field.evaluate(async (input: HTMLInputElement) => {
    input.form?.requestSubmit();
    // The turn is not over, so the page has handled no key yet.
    for (let step = 0; step < 20; step += 1) await new Promise<void>(queueMicrotask);
    return !input.readOnly;
  });
  expect(takesKeys).toBe(false);
  release();
  await expect(page.getByText('Изменения успешно сохранены')).toBeVisible();
});

test('§2.65 §5.31 a finger that aims at the limit meets it, for nothing appears above it', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  let answer = (): void => undefined;
  const released = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/goodsGroups', async (route) => {
    await released;
    await route.continue();
  });
  await openServices(page, 2);
  await expect(page.getByText('Загружаются услуги')).toBeAttached();
  await expect(page.getByText('Загружается лимит')).toBeAttached();
  await expect(page.getByRole('radio', { name: 'Рубли' })).toBeHidden();
  answer();
  await page.getByRole('radio', { name: 'Рубли' }).check();
});

test('§5.30 a limit that is not a number is not sent', async ({ page }) => {
  await signIn(page, ADMIN);
  await openServices(page, 2);
  const field = page.getByLabel('Лимит', { exact: true });
  await field.fill('');
  await expect(page.getByRole('button', { name: SAVE })).toBeDisabled();
  await field.pressSequentially('12abc3');
  await expect(field).toHaveValue('123');
});

test('§5.31 §5.32 no limit is saved for another network; the third network’s fields are disabled @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await openServices(page, 3);
  await expect(page.getByLabel('Лимит', { exact: true })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'Рубли' })).toBeDisabled();
  await expect(page.getByRole('button', { name: SAVE })).toBeDisabled();
  await expectNoAxeViolations(page);
  await openServices(page, 1);
  await expect(page.getByRole('button', { name: SAVE })).toBeDisabled();
});

test('§5.31 a limit that a specialist can’t change says why without a pointer over it @phone', async ({
  page,
}) => {
  await signIn(page, SPECIALIST);
  await openServices(page, 2);
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: SAVE }) });
  await expect(form.getByLabel('Лимит', { exact: true })).toBeDisabled();
  // On a phone the limit stands below what can be bought.
  await form.getByLabel('Лимит', { exact: true }).scrollIntoViewIfNeeded();
  await expect(
    form.getByText('У вас просмотр: менять может менеджер или администратор').first(),
  ).toBeInViewport();
});

test('§8.14 §8.15 a limit that was not saved does not look saved', async ({ page, failures }) => {
  await signIn(page, ADMIN);
  await openServices(page, 2);
  const refused = {
    unit_count: ['Лимит указывается цифрами, например 1 500,50'],
    period: ['Период лимита: сутки, неделя, месяц или квартал'],
  };
  await failures.stage('setCardLimit', { code: 400, error_messages: refused });
  await page.getByRole('button', { name: SAVE }).click();
  const alert = page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: 'Лимит указывается цифрами, например 1 500,50' });
  await expect(alert).toHaveText(
    'Лимит указывается цифрами, например 1 500,50\nПериод лимита: сутки, неделя, месяц или квартал',
    {
      useInnerText: true,
    },
  );

  await failures.stage('setCardLimit');
  await page.getByRole('button', { name: SAVE }).click();
  await expect(
    page.getByText('Не удалось сохранить данные. Попробуйте снова через несколько секунд'),
  ).toBeVisible();
  await expect(page.getByText('Изменения успешно сохранены')).toBeHidden();
});

function isCardRead(url: string): boolean {
  return /\/api\/card\/\d+$/.test(url);
}

/** The services of the first active card of a network. */
async function openServices(page: Page, partnerId: number): Promise<void> {
  await page.goto(`/cabinet?status=1&partner=${partnerId}`);
  await page
    .getByRole('button', { name: /^Действия с картой/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Услуги и лимиты' }).click();
  await expect(page.getByRole('heading', { name: 'Лимит' })).toBeVisible();
}

/** From here on no limit reaches the server until the returned function is called. */
async function holdLimit(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/setLimit', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

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

test('§2.66 on a phone the list of drivers comes first, and its button opens the form @phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await changeAnswer(page, '**/api/drivers', (answer) => {
    const [driver] = answer.data;
    answer.data = Array.from({ length: 300 }, (_, place) => ({ ...driver, id: 900_000 + place }));
  });
  await signIn(page, MANAGER);
  await page.goto('/cabinet/drivers');
  await expect(page.getByRole('table', { name: 'Водители' })).toHaveAttribute('aria-rowcount', '301');
  const open = page.getByRole('button', { name: 'Новый водитель' });
  await expect(open).toBeInViewport();
  await expect(page.getByRole('table', { name: 'Водители' })).toBeInViewport();
  await open.click();
  await expect(page.getByRole('dialog', { name: 'Новый водитель' }).getByLabel('Фамилия')).toBeInViewport();
});

test('a surname of a hundred letters ends before the buttons of its row @phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const surname = 'Ы'.repeat(100);
  await changeAnswer(page, '**/api/drivers', (answer) => {
    answer.data[0].surname = surname;
  });
  await signIn(page, MANAGER);
  await page.goto('/cabinet/drivers');
  const row = page.getByRole('row').filter({ hasText: surname });
  await expect(row).toBeVisible();
  const text = await row.getByText(surname).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return Math.max(...[...range.getClientRects()].map(({ right }) => right));
  });
  const button = await row.getByRole('button', { name: /^Исправить водителя/ }).boundingBox();
  expect(text).toBeLessThanOrEqual(button?.x ?? 0);
});

test('§2.66 no other driver can be chosen while one is being attached', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.route('**/driver/*/set', () => {});
  await page.goto('/cabinet/drivers?card=1');
  const chosen = page.getByLabel('Водитель', { exact: true });
  await chosen.selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Прикрепить к карте' }).click();
  await expect(page.getByRole('button', { name: 'Прикрепить к карте' })).toHaveAttribute('aria-busy', 'true');
  await expect(chosen).toBeDisabled();
});

test('§1.12 §2.66 §6.11 §8.7 §8.8 a driver is attached and taken off again, and a refusal is explained @phone', async ({
  page,
  failures,
}) => {
  const surname = `Проверкин${Math.floor(Math.random() * 1e6)}`;
  await signIn(page, MANAGER);
  await page.goto('/cabinet?partner=1&status=1');
  await page
    .getByRole('button', { name: /^Действия с картой/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Водители' }).click();
  await expect(page.getByRole('heading', { name: 'Добавление водителя' })).toBeVisible();

  await page.getByRole('button', { name: 'Добавить водителя' }).click();
  await expect(page.getByText('Необходимо заполнить это поле').first()).toBeVisible();
  await page.getByLabel('Фамилия').fill(surname);
  await page.getByLabel('Имя').fill('Олег');
  // The user's own number is not the driver's.
  await expect(page.getByLabel('Телефон')).toHaveAttribute('autocomplete', 'off');
  await page.getByLabel('Телефон').fill('9161112233');

  const refused = { surname_latin: ['Фамилия пишется кириллицей'], quota: ['Водителей уже 500'] };
  await failures.stage('addDriver', { code: 400, error_messages: refused });
  await page.getByRole('button', { name: 'Добавить водителя' }).click();
  const form = page.getByRole('main');
  await expect(form.getByRole('alert').getByRole('listitem')).toHaveText(Object.values(refused).flat());
  await failures.stage('addDriver');
  await page.getByRole('button', { name: 'Добавить водителя' }).click();
  await expect(form.getByRole('alert').getByText(/^Ошибка сервера/)).toBeVisible();

  await page.getByRole('button', { name: 'Добавить водителя' }).click();
  const remove = page.getByRole('button', { name: `Снять с карты: ${surname} Олег` });
  await expect(remove).toBeVisible();
  await expectNoAxeViolations(page);

  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Снять' }).click();
  await expect(remove).toBeHidden();
  await page.getByLabel('Водитель').selectOption({ label: `${surname} Олег` });
  await page.getByRole('button', { name: 'Прикрепить к карте' }).click();
  await expect(remove).toBeVisible();

  await page.goto('/cabinet/drivers');
  const erase = page.getByRole('button', { name: `Удалить водителя: ${surname} Олег` });
  await erase.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(erase).toHaveCount(0);
  await expectNoAxeViolations(page);
});

test('the chosen driver leaves the field of a card when a colleague removes him', async ({ page }) => {
  await signIn(page, MANAGER);
  const colleague = await openColleague(page);
  const gone = await colleague.add();
  await page.goto('/cabinet/drivers?card=1');
  const field = page.getByLabel('Водитель', { exact: true });
  const attach = page.getByRole('button', { name: 'Прикрепить к карте' });
  await field.selectOption({ label: gone.name });
  await expect(attach).toBeEnabled();
  await colleague.remove(gone.id);
  await expect(page.getByText('Выбранного водителя больше нет в компании. Выберите другого')).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(attach).toBeDisabled();
  await expectNoAxeViolations(page);

  // He whose attachment was not answered stands among the drivers of the card.
  const lost = await colleague.add();
  await field.selectOption({ label: lost.name });
  await page.route('**/driver/*/set', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await attach.click();
  await expect(page.getByRole('button', { name: `Снять с карты: ${lost.name}` })).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(attach).toBeDisabled();
  await expect(page.getByText(/^Нет связи с сервером/)).toBeHidden();
  await colleague.remove(lost.id);
});

test('a removed driver, by a colleague or with a lost response, is no longer offered', async ({ page }) => {
  await signIn(page, MANAGER);
  const colleague = await openColleague(page);
  const [first, second] = [await colleague.add(), await colleague.add()];
  await page.goto('/cabinet/drivers');
  const removed = page.getByRole('dialog', { name: 'Водитель удалён' });
  await page.getByRole('button', { name: `Удалить водителя: ${first.name}` }).click();
  await expect(page.getByRole('dialog')).toContainText('Удалить водителя?');
  await colleague.remove(first.id);
  await expect(removed).toContainText(first.name);
  await expectNoAxeViolations(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await expect(removed).toBeHidden();

  await page.route('**/api/drivers/*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: `Удалить водителя: ${second.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(removed).toContainText(second.name);
  await removed.getByRole('button', { name: 'Понятно' }).click();
  await expect(page.getByText(second.name)).toHaveCount(0);
});

test('§6.6 a specialist can’t remove a driver', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/drivers');
  await expect(page.getByRole('button', { name: /^Удалить водителя/ }).first()).toBeDisabled();
  await expect(page.getByLabel('Фамилия')).toBeHidden();
});

test('typing while a driver is being added adds him once, and says so', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/drivers');
  const surname = page.getByLabel('Фамилия');
  const name = page.getByLabel('Имя', { exact: true });
  const add = page.getByRole('button', { name: 'Добавить водителя' });
  await surname.fill('Двойнов');
  await name.fill('Пётр');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/drivers', async (route) => {
    await released;
    await route.continue();
  });
  await add.click();
  await name.press('End');
  await page.keyboard.type('ов');
  await expect(add).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(surname).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Удалить водителя: Двойнов Пётр' })).toHaveCount(1);
});

test('a driver whose answer was lost is there once when he is added again', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/drivers');
  const surname = page.getByLabel('Фамилия');
  await surname.fill('Повторов');
  await page.getByLabel('Имя', { exact: true }).fill('Лев');
  await page.route('**/api/drivers', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  const add = page.getByRole('button', { name: 'Добавить водителя' });
  await add.click();
  await expect(page.getByRole('alert').getByText(/^Нет связи/)).toBeVisible();
  await page.unroute('**/api/drivers');
  await add.click();
  await expect(surname).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Удалить водителя: Повторов Лев' })).toHaveCount(1);
});

test('two clicks in one frame add a driver once', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/drivers');
  const surname = page.getByLabel('Фамилия');
  await surname.fill('Нажималов');
  await page.getByLabel('Имя', { exact: true }).fill('Иван');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/drivers')) sent.push(request.url());
  });
  await page.getByRole('button', { name: 'Добавить водителя' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
    button.form?.requestSubmit();
  });
  await expect(surname).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Удалить водителя: Нажималов Иван' })).toHaveCount(1);
  expect(sent).toHaveLength(1);
});

/** Another manager of the company, who adds and removes drivers elsewhere. */
async function openColleague(page: Page) {
  const headers = { 'X-Auth-Token': await signInForToken(page.request, ADMIN) };
  return {
    async add() {
      const surname = `Уходящий${Math.floor(Math.random() * 1e6)}`;
      const data = { surname, name: 'Лев', patronymic: '' };
      const answer = await (await page.request.post('/api/drivers', { headers, data })).json();
      return { id: answer.data.id as number, name: `${surname} Лев` };
    },
    remove: (id: number) => page.request.delete(`/api/drivers/${id}`, { headers }),
  };
}

import { changeAnswer } from '../pages/change-answer.ts';
import { chooseAction, documentRows, readTitle, waitingRow } from '../papers/document-rows.ts';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  signIn,
  SPECIALIST,
  STAFF,
  test,
} from '../fixtures.ts';
import { moscowDay } from '../fleet/moscow-calendar.ts';

/** The button of a month that confirms its documents: «Подтвердить 4 за октябрь». */
const CONFIRM_MONTH = /^Подтвердить \d+ за /;

test('§2.96 §2.97 §4.31 §7.47 a month of all networks is confirmed by one code, without one left out @phone', async ({
  page,
}) => {
  let decided = false;
  await changeAnswer(page, '**/api/doc?*', ({ data }) => {
    const months = Object.entries<{ kind: string; received: string | null }[]>(data);
    // Other tests decide about documents of the same company, and publish others: what they leave open is not known.
    for (const [month, list] of months) if (!list.some(({ kind }) => kind === 'upd')) delete data[month];
    for (const [, list] of months)
      for (const item of list) if (item.kind === 'upd' && !decided) item.received = null;
  });
  await page.route('**/api/sms?*', (route) =>
    route.fulfill({ json: { code: 200, data: { resend_after: 45 } } }),
  );
  const asked = page.waitForRequest('**/api/sms?*');
  const sent = page.waitForRequest('**/api/doc/acceptDocs');
  await page.route('**/api/doc/acceptDocs', (route) => {
    decided = true;
    const { ids } = route.request().postDataJSON() as { ids: number[] };
    return route.fulfill({
      json: { code: 200, data: { received: '2026-11-03T10:00:00+03:00', confirmed: ids, left: [] } },
    });
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  await page.getByRole('button', { name: CONFIRM_MONTH }).first().click();
  const dialog = page.getByRole('dialog');
  const list = dialog.getByRole('list', { name: 'Что подтверждается' });
  await expect(list).toContainText('Всего по УПД');
  await expect(dialog).toContainText('Код из СМС подтверждает его получение');
  await expectNoAxeViolations(page, '[role=dialog]');
  const all = await list.getByRole('checkbox').count();
  expect(all).toBeGreaterThan(1);
  await list.getByRole('checkbox').last().uncheck();
  await dialog.getByRole('button', { name: 'Получить код' }).click();
  await expect(dialog.getByRole('button', { name: /^Подтвердить \d+ документ/ })).toBeVisible();
  await expect(list.getByRole('checkbox')).toHaveCount(0);
  await dialog.getByLabel('Код из СМС').fill('123456');
  const { ids } = (await sent).postDataJSON() as { ids: number[] };
  const subject = new URL((await asked).url()).searchParams.get('subject');
  expect(subject).toBe(ids.toSorted((a, b) => a - b).join(','));
  await expect(page.getByRole('dialog', { name: 'Документы подтверждены' })).toContainText(
    `подтверждено ${ids.length} из ${ids.length}`,
  );
});

test('§2.97 §4.31 chosen documents are confirmed by one code, and each shows it', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  // The oldest one, because other tests take the newest.
  const row = documentRows(page, 'Ждёт подтверждения').filter({ hasText: 'УПД' }).last();
  const title = await readTitle(row);
  await row.getByRole('checkbox', { name: /^Выбрать документ/ }).click();
  const bar = page.getByRole('region', { name: 'Выбранные документы' });
  await bar.getByRole('button', { name: 'Подтвердить 1 документ' }).click();
  const dialog = page.getByRole('dialog');
  const before = await lastMessageId(page.request, ADMIN);
  await dialog.getByRole('button', { name: 'Получить код' }).click();
  await dialog.getByLabel('Код из СМС').fill(await lastCode(page.request, ADMIN, before));
  await expect(page.getByRole('dialog', { name: 'Документы подтверждены' })).toContainText(
    'подтверждено 1 из 1',
  );
  await page.getByRole('button', { name: 'Понятно' }).click();
  await expect(documentRows(page, title)).toContainText('Получен');
});

test('a month that was confirmed in part says which documents are left, and why', async ({ page }) => {
  await changeAnswer(page, '**/api/doc?*', ({ data }) => {
    const [list] = Object.values<object[]>(data);
    const waiting = { ...list?.[0], received: null, objection: null };
    list?.splice(
      0,
      list.length,
      { ...waiting, id: 999_999_989, title: 'УПД № 1' },
      { ...waiting, id: 999_999_990, title: 'Реестр операций № 1', kind: 'register', vat: null },
    );
  });
  await page.route('**/api/sms?*', (route) =>
    route.fulfill({ json: { code: 200, data: { resend_after: 45 } } }),
  );
  await page.route('**/api/doc/acceptDocs', (route) =>
    route.fulfill({
      json: {
        code: 200,
        data: { received: '2026-11-03T10:00:00+03:00', confirmed: [999_999_990], left: [999_999_989] },
      },
    }),
  );
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  await page.getByRole('button', { name: CONFIRM_MONTH }).first().click();
  await page.getByRole('button', { name: 'Получить код' }).click();
  await page.getByLabel('Код из СМС').fill('123456');
  const dialog = page.getByRole('dialog', { name: 'Подтверждены не все' });
  await expect(dialog).toContainText('подтверждено 1 из 2');
  await expect(dialog.getByRole('listitem')).toContainText('УПД');
});

test('§3.23 documents are filtered, ordered and added up, and the address keeps it all @phone', async ({
  page,
}, { project }) => {
  await signIn(page, ADMIN);
  await page.goto(`/cabinet/documents?year=${moscowDay(120).slice(0, 4)}&state=received`);
  const rows = documentRows(page, /УПД/);
  await expect(rows.first()).toContainText('Получен');
  await expect(page.getByText(/документ\S*, по УПД .* в том числе НДС/).first()).toBeVisible();
  await expect(documentRows(page, 'Ждёт подтверждения')).toHaveCount(0);
  await expectNoAxeViolations(page);
  if (project.name === 'phone') return;
  await page.getByRole('columnheader', { name: /Сумма/ }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=-sum/);
  await page.reload();
  await expect(rows.nth(1)).toBeVisible();
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => row.querySelectorAll('td')[3]?.textContent ?? ''),
  );
  const values = texts.map((text) => Number(text.replaceAll(/[^\d,]/g, '').replace(',', '.')));
  expect(values).toEqual(values.toSorted((a, b) => b - a));
  await page.getByRole('button', { name: /^Убрать фильтр/ }).click();
  await expect(page).not.toHaveURL(/state=/);
});

test('§1.17 a month and the chosen documents are downloaded as one ZIP, also by a specialist', async ({
  page,
}) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/documents');
  await expect(documentRows(page, 'УПД').first()).toBeVisible();
  await page.getByLabel('Месяц').selectOption({ index: 1 });
  const month = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать ZIP', exact: true }).click();
  expect((await month).suggestedFilename()).toMatch(/^Документы за \S+ 20\d\d года\.zip$/);
  await page
    .getByRole('checkbox', { name: /^Выбрать документ/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Выбранные документы' })).toContainText('Выбрано: 1');
  const chosen = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать выбранные (ZIP)' }).click();
  expect((await chosen).suggestedFilename()).toBe('Документы.zip');
});

test('§2.98 §4.32 an objection names operations, outlives a reload, and is shown with its answer @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  const row = waitingRow(page);
  const title = await readTitle(row);
  await chooseAction(row, 'Возразить');
  const dialog = page.getByRole('dialog', { name: 'Возражение по документу' });
  await dialog.getByLabel('С чем вы не согласны').fill('Этой заправки не было');
  await dialog.getByText('Указать операции').click();
  await dialog.getByRole('checkbox').first().check();
  await page.reload();
  await chooseAction(documentRows(page, title), 'Возразить');
  await expect(dialog.getByLabel('С чем вы не согласны')).toHaveValue('Этой заправки не было');
  await expect(dialog.getByRole('checkbox').first()).toBeChecked();
  await expectNoAxeViolations(page, '[role=dialog]');
  const before = await lastMessageId(page.request, ADMIN);
  await dialog.getByRole('button', { name: 'Получить код' }).click();
  await dialog.getByLabel('Код из СМС').fill(await lastCode(page.request, ADMIN, before));
  await dialog.getByRole('button', { name: 'Отправить возражение' }).click();
  await expect(dialog).toBeHidden();

  await signIn(page, STAFF);
  await page.goto('/staff/unsettled?kind=objection');
  const unsettledRow = page.getByRole('row').filter({ hasText: title }).first();
  await unsettledRow.getByRole('button', { name: 'Ответить' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Исправленный УПД опубликован');
  await page.getByRole('dialog').getByRole('button', { name: 'Отправить ответ' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  await expect(documentRows(page, title)).toContainText('Ответ на возражение');
  await chooseAction(documentRows(page, title), 'Возражение и ответ');
  await expect(dialog).toContainText('Этой заправки не было');
  await expect(dialog.getByRole('list', { name: 'Операции, о которых речь' })).toContainText('карта ••');
  await expect(dialog).toContainText('Исправленный УПД опубликован');
  await expectNoAxeViolations(page, '[role=dialog]');
});

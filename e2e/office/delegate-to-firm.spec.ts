import { chooseAction, documentRows, readTitle, waitingRow } from '../papers/document-rows.ts';
import {
  ADMIN,
  chooseOfPerson,
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  signIn,
  test,
} from '../fixtures.ts';

/** The accounting firm here: not that of company-desk.spec.ts, which keeps its access. */
const FIRM = { inn: '7804129078', title: 'Невский тракт', admin: '79000000021', person: 'Игорь Белов' };
const COMPANY = 'Дальний рейс';

test('a firm that a company lets in confirms a document, until the company ends it @phone', async ({
  page,
  browser,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/permissions');
  await page.getByRole('button', { name: 'Доверить бухгалтерии' }).click();
  const form = page.getByRole('dialog', { name: 'Доверить бухгалтерии' });
  await form.getByLabel('ИНН бухгалтерии').fill(FIRM.inn);
  await form.getByLabel('Роль').selectOption({ label: 'Менеджер: ещё карты, деньги и документы' });
  await form.getByLabel('Наибольшая сумма').fill('100000');
  await expectNoAxeViolations(page);
  await form.getByRole('button', { name: 'Открыть доступ' }).click();
  const given = page.getByRole('list', { name: 'Бухгалтерия на стороне' }).getByRole('listitem').first();
  await expect(given).toContainText('Ждёт ответа бухгалтерии');

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const firm = await context.newPage();
  await signIn(firm, FIRM.admin);
  await firm.goto('/cabinet/permissions');
  await firm.getByRole('button', { name: new RegExp(`^Принять: .*${COMPANY}`) }).click();
  await firm.getByRole('button', { name: new RegExp(`^Назначить сотрудника: .*${COMPANY}`) }).click();
  await firm.getByLabel('Сотрудник', { exact: true }).selectOption({ label: FIRM.person });
  await expectNoAxeViolations(firm);
  await firm.getByRole('button', { name: 'Назначить', exact: true }).click();
  await expect(firm.getByRole('button', { name: `Снять: ${FIRM.person}` })).toBeVisible();
  await expectNoAxeViolations(firm);

  await firm.reload();
  await chooseOfPerson(firm, 'Перейти в компанию');
  await firm
    .getByRole('dialog', { name: 'Перейти в компанию' })
    .getByRole('button', { name: new RegExp(COMPANY) })
    .click();
  await expect(firm).toHaveURL(/\/cabinet\/?$/);
  await firm.goto('/cabinet/documents');
  const title = await readTitle(waitingRow(firm));
  const before = await lastMessageId(page.request, FIRM.admin);
  await chooseAction(documentRows(firm, title), 'Подтвердить');
  await firm.getByLabel('Код из СМС').fill(await lastCode(page.request, FIRM.admin, before));
  await expect(documentRows(firm, title)).toContainText('Получен');

  await page.reload();
  await expect(given).toContainText(FIRM.person);
  await expectNoAxeViolations(page);
  await given.getByRole('button', { name: /^Что сделано: / }).click();
  const actions = page.getByRole('dialog', { name: /^Что сделано: / });
  await expect(actions.getByRole('listitem').first()).toContainText('Документ подтверждён');
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');

  await page.goto('/cabinet/audit');
  await expect(page.getByText(new RegExp(`^Бухгалтерия .*${FIRM.title}.*, менеджер$`)).first()).toBeVisible();

  await page.goto('/cabinet/permissions');
  await given.getByRole('button', { name: /^Закончить доступ: / }).click();
  const end = page.getByRole('dialog', { name: 'Закончить доступ?' });
  await expect(end).toContainText(FIRM.person);
  await end.getByRole('button', { name: 'Закончить доступ' }).click();
  await expect(end).toBeHidden();
  // The tab of the firm follows the changes: it shows that the access is over though no one clicks in it.
  const ended = firm.getByRole('dialog', { name: new RegExp(`^Доступ закончился: .*${COMPANY}`) });
  await expect(ended).toBeVisible();
  await ended.getByRole('button', { name: new RegExp(FIRM.title) }).click();
  await expect(ended).toBeHidden();
  await context.close();
});

import { confirmWaiting } from '../staff/change-by-two-people.ts';
import { chooseClient } from '../staff/choose-client.ts';
import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\nstartxref\n9\n%%EOF\n`);
const PDF_FILE = { name: 'act.pdf', mimeType: 'application/pdf', buffer: pdf('акт') };

test('staff publish a document with its sum, correct it, and withdraw the correction', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/documents');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  await expect(main.getByRole('table', { name: 'Документы' })).toBeVisible();
  await expectNoAxeViolations(page);

  await main.getByRole('button', { name: 'Опубликовать документ' }).click();
  await chooseClient(dialog, '7804129078', 'Невский тракт');
  await dialog.getByLabel('Сеть').selectOption({ label: 'Газпромнефть' });
  await dialog.getByLabel('Название').fill('Акт скидок');
  await dialog.getByLabel('Сумма с НДС').fill('1200,50');
  await dialog.getByLabel('В том числе НДС').fill('9999');
  await dialog.getByLabel('Файл документа (.pdf)').setInputFiles(PDF_FILE);
  await dialog.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(dialog.getByText('НДС больше суммы документа')).toBeVisible();
  await dialog.getByLabel('В том числе НДС').fill('216,42');
  await expectNoAxeViolations(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(dialog).toBeHidden();

  await main.getByLabel('Поиск').fill('скидок');
  const rows = main.getByRole('row').filter({ hasText: 'Акт скидок' });
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Ждёт клиента');
  await rows.first().getByRole('button', { name: 'Действия: Акт скидок' }).click();
  await page.getByRole('menuitem', { name: 'Исправить' }).click();
  await dialog.getByLabel('Что исправлено, это прочитает клиент').fill('Неверный КПП');
  await dialog
    .getByLabel('Файл документа (.pdf)')
    .setInputFiles({ ...PDF_FILE, buffer: pdf('исправленный акт') });
  await dialog.getByRole('button', { name: 'Опубликовать исправление' }).click();
  await expect(rows).toHaveCount(2);
  const correction = rows.filter({ hasText: 'исправленный' });
  await expect(correction).toContainText('Исправление. Неверный КПП');
  await expect(rows.filter({ hasNotText: 'исправленный' })).toContainText('Заменён исправлением');

  await correction.getByRole('button', { name: /^Действия/ }).click();
  await page.getByRole('menuitem', { name: 'Отозвать' }).click();
  await expect(dialog).toContainText('открыть файл больше не сможет');
  await dialog.getByLabel('Причина, её прочитает клиент').fill('Не та компания');
  await dialog.getByRole('button', { name: 'Отозвать' }).click();
  await expect(dialog).toBeHidden();
  await expect(correction).not.toContainText('Отозван');
  await confirmWaiting(page.request);
  await page.reload();
  await expect(correction).toContainText('Отозван');
  await expect(correction).toContainText('Не та компания');
});

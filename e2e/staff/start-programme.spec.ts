import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, signIn, test as base } from '../fixtures.ts';
import { removeDataFolder, startPortal } from '../portal.ts';

const FIRST_OWNER = '79000000000';
const NEW_OWNER = '79110000022';

/** A portal on an empty database, without the demonstration, as a buyer starts it. */
const test = base.extend<object, { portal: string }>({
  portal: [
    async ({}, use, { parallelIndex }) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'magistral-empty-'));
      // Root runs the database under another account, which must be able to enter the folder.
      chmodSync(folder, 0o755);
      const port = Number(process.env.E2E_PORT ?? 3917) + 56 + parallelIndex;
      const running = await startPortal(port, { DEMO: '0', STAFF_PHONE: FIRST_OWNER }, folder);
      await use(running.address);
      await running.stop();
      removeDataFolder(folder);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const guide = (page: Page) => page.getByRole('region', { name: 'Запуск программы' });
const step = (page: Page, title: string) =>
  guide(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`^${title}`) }) });

async function fillIn(page: Page, part: string, values: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: `Изменить: ${part}` }).click();
  const dialog = page.getByRole('dialog', { name: part });
  for (const [label, value] of Object.entries(values))
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: 'Предложить' }).click();
  await expect(dialog).toBeHidden();
  const panel = page.getByRole('region', { name: part, exact: true });
  await expect(panel.getByText('Ждёт второго сотрудника', { exact: true })).toBeVisible();
}

test('a new programme is led from its first owner to requisites confirmed by two', async ({
  page,
  request,
}) => {
  await signIn(page, FIRST_OWNER);
  await page.goto('/staff');
  await expect(guide(page)).toBeVisible();
  await expect(step(page, 'Сеть АЗС')).toContainText('Без подключённой сети клиент не закажет карты');
  await expectNoAxeViolations(page);

  await test.step('the first owner adds the second one', async () => {
    await step(page, 'Второй владелец').getByRole('link', { name: 'Добавить владельца' }).click();
    await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
    const form = page.getByRole('dialog', { name: 'Добавить сотрудника программы' });
    await form.getByLabel('Телефон').fill(NEW_OWNER.slice(1));
    await form.getByLabel('Имя').fill('Инна');
    await form.getByLabel('Роль').selectOption({ label: 'Владелец' });
    await form.getByRole('button', { name: 'Добавить' }).click();
    await expect(page.getByRole('row', { name: /Инна/ })).toBeVisible();
    await page.goto('/staff');
    await expect(step(page, 'Второй владелец')).toContainText('сделано');
    await expect(page.getByText('Первые сутки владельцы не подтверждают')).toBeVisible();
  });

  await test.step('proposes name and requisites, which are seen to wait', async () => {
    await step(page, 'Реквизиты').getByRole('link', { name: 'Указать реквизиты' }).click();
    await fillIn(page, 'Название программы', { Название: 'Дорога' });
    await fillIn(page, 'Реквизиты', {
      'Организация или предприниматель': 'ООО «Дорога»',
      ИНН: '7707083893',
      'ОГРН или ОГРНИП': '1027700132195',
      Адрес: '117312, г. Москва, ул. Вавилова, д. 19',
    });
    await expectNoAxeViolations(page);
  });

  await test.step('the second owner confirms them a day later', async () => {
    expect((await request.post('/dev/clock', { data: { seconds: 86_400 } })).ok()).toBe(true);
    await signIn(page, NEW_OWNER);
    for (const title of ['Изменить: Название программы', 'Изменить: Реквизиты']) {
      await page.goto('/staff/approvals?state=waiting');
      await page.getByRole('button', { name: `Открыть: ${title}` }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await expect(dialog).toContainText('было: ');
      await dialog.getByRole('button', { name: 'Подтвердить' }).click();
      await expect(dialog).toBeHidden();
    }
  });

  await page.goto('/staff/programme');
  await expect(page.getByRole('region', { name: 'Реквизиты', exact: true })).toContainText('ООО «Дорога»');
  await page.goto('/staff');
  await expect(step(page, 'Реквизиты')).toContainText('сделано');
  await expect(page).toHaveTitle(/Дорога/);
});

import type { Page } from '@playwright/test';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  SECOND_OWNER,
  signIn,
  signInForToken,
  STAFF,
  test,
} from '../fixtures.ts';
import { moscowDay } from '../fleet/moscow-calendar.ts';
import { ALREADY_PROPOSED } from './propose.ts';

test('staff correct a client’s balance by two, and the client reads why @phone', async ({ page }) => {
  const note = `Простой карт, обращение ${Date.now()}`;
  await signIn(page, STAFF);
  await page.goto('/staff/clients/1');
  const button = page.getByRole('button', { name: 'Исправить баланс…' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Исправить баланс' });
  await dialog.getByLabel('Вид').selectOption('Компенсация');
  await dialog.getByLabel('Сумма').fill('150,50');
  const document = dialog.getByLabel('Документ', { exact: true });
  const shown = await document.locator('option').allTextContents();
  const [oldest = ''] = await findOldestDocument(page);
  expect(shown).not.toContain(oldest);
  await dialog.getByLabel('Найти документ').fill(oldest);
  await document.selectOption({ label: oldest });
  await dialog.getByLabel(/^Основание/).fill(note);
  await expect(dialog.getByRole('status')).toContainText(/Станет: .+,\d\d\s₽/);
  await expectNoAxeViolations(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Предложить' }).click();
  await expect(dialog).toBeHidden();
  await expect(button).toHaveAccessibleDescription(ALREADY_PROPOSED);

  const headers = { 'x-auth-token': await signInForToken(page.request, SECOND_OWNER) };
  const path = '/staff/api/approvals?state=waiting&about=client&about_id=1';
  const waiting = (await (await page.request.get(path, { headers })).json()).data as {
    id: number;
    title: string;
  }[];
  const proposal = waiting.find(({ title }) => title === 'Исправить баланс клиента');
  const confirmed = await page.request.post(`/staff/api/approvals/${proposal?.id}/confirm`, { headers });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);

  await page.reload();
  await expect(page.getByText(`Компенсация: ${note}`)).toBeVisible();
  await expectNoAxeViolations(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/statement');
  await page.getByLabel('С', { exact: true }).fill(moscowDay());
  await expect(page.getByText(`Компенсация: ${note}`).first()).toBeVisible();
});

/** Returns the title of the client's first document, which stands on the last page of its list. */
async function findOldestDocument({ request }: Page): Promise<string[]> {
  const headers = { 'x-auth-token': await signInForToken(request, STAFF) };
  const path = '/staff/api/documents?company_id=1&perPage=1&sort=published';
  const { data } = await (await request.get(path, { headers })).json();
  return data.map(({ title }: { title: string }) => title);
}

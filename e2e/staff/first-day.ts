import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/** Proposes values of a part of the programme, which wait for the second owner; none: as they are. */
export async function proposePart(page: Page, part: string, values: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: `Изменить: ${part}` }).click();
  const dialog = page.getByRole('dialog', { name: part });
  for (const [label, value] of Object.entries(values))
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: 'Предложить' }).click();
  await expect(dialog).toBeHidden();
  const panel = page.getByRole('region', { name: part, exact: true });
  await expect(panel.getByText('Ждёт второго сотрудника', { exact: true })).toBeVisible();
}

/** Adds a simulated network with stations of its name, and switches it on. */
export async function addNetwork(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Добавить сеть' }).click();
  const form = page.getByRole('dialog', { name: 'Новая сеть' });
  await form.getByLabel('Название').fill(title);
  await form.getByLabel('Код').fill('teboil');
  await form.getByLabel('Протокол связи').selectOption('simulated');
  await form.getByLabel('Станции в списке АЗС').fill(title);
  await form.getByRole('button', { name: 'Добавить сеть' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: `Подключить сеть ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Подключить сеть' }).click();
  await expect(page.getByRole('button', { name: `Отключить сеть ${title}` })).toBeVisible();
}

/** Confirms so many proposals of other members, one after another. */
export async function confirmWaitingOnScreen(page: Page, count: number): Promise<void> {
  await page.goto('/staff/approvals?state=waiting');
  const open = page.getByRole('button', { name: /^Открыть: / });
  for (let left = count; left > 0; left -= 1) {
    await expect(open).toHaveCount(left);
    await open.first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Подтвердить' }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(page.getByText('Предложений нет')).toBeVisible();
}

/** Moves the clock of the portal to the next day. */
export async function passDay(page: Page): Promise<void> {
  expect((await page.request.post('/dev/clock', { data: { seconds: 86_400 } })).ok()).toBe(true);
}

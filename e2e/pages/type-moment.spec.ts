import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from '../fixtures.ts';

// Must work in any language of the browser.
test.use({ locale: 'en-US' });

async function openMoment(page: Page) {
  await page.goto('/dev/parts');
  const field = page.getByRole('textbox', { name: 'Выезд, МСК' });
  await expect(field).toHaveValue('05.11.2026 14:30');
  const open = page.getByRole('button', { name: 'Календарь: Выезд, МСК' });
  return { field, open, choice: page.getByRole('dialog', { name: 'Календарь: Выезд, МСК' }) };
}

test('a moment is typed in common formats, and one that does not exist is refused @phone', async ({
  page,
}) => {
  const { field } = await openMoment(page);
  await field.fill('');
  await field.pressSequentially('6.11.26 9');
  await field.press('Tab');
  await expect(field).toHaveValue('06.11.2026 09:00');
  // Text typed over the day becomes the day.
  await field.press('Home');
  for (let letter = 0; letter < 2; letter += 1) await field.press('Shift+ArrowRight');
  await field.pressSequentially('17');
  await expect(field).toHaveValue('17.11.2026 09:00');

  await field.fill('31.02.2026 14:30');
  await expect(field).toHaveAccessibleDescription('Такого дня нет в календаре');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('28.02.2026 24:30');
  await expect(field).toHaveAccessibleDescription(/^Такого времени нет/);
  await field.fill('28.02.2026');
  await expect(field).toHaveAccessibleDescription('Укажите и время: 05.11.2026 14:30');
  await field.fill('2026-02-28T14:30');
  await expect(field).toHaveValue('28.02.2026 14:30');
  await expect(field).not.toHaveAttribute('aria-invalid');
});

test('a moment is picked from a month in Russian, by hand and with the keyboard alone @phone', async ({
  page,
}) => {
  const { field, open, choice } = await openMoment(page);
  await field.fill('01.09.2026 08:17');
  await open.click();
  const month = choice.getByRole('grid', { name: /сентябрь 2026/i });
  await month.getByRole('button', { name: /10-е сентября|10 сентября/ }).click();
  await expect(field).toHaveValue('10.09.2026 08:17');
  await choice.getByLabel('Часы').selectOption('17');
  await expectNoAxeViolations(page);
  await choice.getByRole('button', { name: 'Готово' }).click();
  await expect(choice).toBeHidden();
  await expect(field).toHaveValue('10.09.2026 17:17');
  const { height = 0, width = 0 } = (await open.boundingBox()) ?? {};
  expect(Math.min(height, width)).toBeGreaterThanOrEqual(44);

  await field.focus();
  await page.keyboard.press('Tab');
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(month).toBeVisible();
  const chosen = month.getByRole('button', { name: /10-е сентября|10 сентября/ });
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab');
  await expect(chosen).toBeFocused();
  // The day that stands in the field is seen in the month.
  await expect(chosen).toHaveCSS('background-color', 'rgb(255, 196, 0)');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('11.09.2026 17:17');
  await page.keyboard.press('Tab');
  await expect(choice.getByLabel('Часы')).toBeFocused();
  await page.keyboard.type('18');
  await expect(field).toHaveValue('11.09.2026 18:17');
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
  await expect(open).toBeFocused();
});

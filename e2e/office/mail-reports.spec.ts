import { ADMIN, expect, expectNoAxeViolations, signIn, test } from '../fixtures.ts';

test('a list goes to an address that agreed to it, and stops by its email’s link @phone', async ({
  page,
}) => {
  const address = `reader-${Date.now()}@partner.example`;
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions');
  await page.getByRole('button', { name: 'Вид таблицы' }).click();
  await page.getByRole('menuitem', { name: 'Присылать на почту' }).click();
  const form = page.getByRole('dialog', { name: 'Присылать отчёт на почту' });
  await expect(form.getByLabel('Что присылать')).toHaveValue(/\d/);
  await form.getByLabel('Название').fill('Операции бухгалтеру');
  await form.getByLabel('Адреса').fill(address);
  await expectNoAxeViolations(page);
  await form.getByRole('button', { name: 'Присылать' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText(`${address} — ждём подтверждения`)).toBeVisible();

  const waitForLink = async (found: RegExp) => {
    let link = '';
    await expect
      .poll(async () => {
        const emails = await (await page.request.get(`/dev/letters?address=${address}`)).json();
        link = found.exec(emails.data[0]?.plain ?? '')?.[0] ?? '';
        return link;
      })
      .not.toBe('');
    return link;
  };
  await page.goto(await waitForLink(/\/mailing#[\w-]+/));
  await page.getByRole('button', { name: 'Получать отчёты' }).click();
  await expect(page.getByRole('heading', { name: 'Отчёты будут приходить' })).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto('/cabinet/mailings');
  await page.getByRole('button', { name: 'Отправить сейчас: Операции бухгалтеру' }).click();
  await expect(page.getByText('Отправлен', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expectNoAxeViolations(page);
  await page.goto(await waitForLink(/\/mailing\?token=[\w-]+/));
  await page.getByRole('button', { name: 'Больше не присылать' }).click();
  await expect(page.getByRole('heading', { name: 'Вы отписались' })).toBeVisible();
});

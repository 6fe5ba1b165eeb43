import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  openPlace,
  signIn,
  signInForToken,
  STAFF,
  test,
} from '../fixtures.ts';

test('a client disputes a purchase, staff answer it, and the client reads the answer @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const { data } = await (await page.request.get('/api/operations?typeId=11', { headers })).json();
  await page.goto(`/cabinet/card-transactions?operation=${data[0].id}`);
  await page.getByRole('button', { name: 'Не сходится' }).click();
  const form = page.getByRole('region', { name: 'Спор' });
  await expect(form.getByLabel('Ошибка')).toHaveValue('');
  await expect(form.getByRole('button', { name: 'Открыть спор' })).toBeDisabled();
  await form.getByLabel('Ошибка').selectOption({ label: 'Другие литры' });
  await form.getByLabel('Как было на самом деле').fill('На чеке 30 литров');
  await expectNoAxeViolations(page);
  await form.getByRole('button', { name: 'Открыть спор' }).click();
  await expect(form.getByText('Подан', { exact: true })).toBeVisible();
  await expect(form.getByText('Другие литры: На чеке 30 литров')).toBeVisible();

  await signIn(page, STAFF);
  await page.goto('/staff');
  await openPlace(page, 'Очередь', 'Споры');
  const row = page.getByRole('row').filter({ hasText: 'На чеке 30 литров' });
  await row.getByRole('checkbox').check();
  await expectNoAxeViolations(page);
  const bar = page.getByRole('region', { name: 'Выбранные споры' });
  await bar.getByRole('button', { name: 'Отметить отправленными: 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отметить' }).click();
  await expect(row.getByText('Спросили сеть')).toBeVisible();
  await bar.getByRole('button', { name: 'Отложить деньги' }).click();
  const onHold = page.getByRole('dialog', { name: /^Отложить деньги по спору/ });
  await onHold.getByLabel('Сумма').fill('100');
  await onHold.getByRole('button', { name: 'Отложить' }).click();
  await expect(row.getByText(/отложено 100,00/)).toBeVisible();
  await bar.getByRole('button', { name: 'Отклонить' }).click();
  const answer = page.getByRole('dialog', { name: /^Отклонить спор/ });
  await answer.getByLabel('Ответ сети').fill('Счётчик колонки показал 40 литров');
  await answer.getByRole('button', { name: 'Отклонить' }).click();
  await expect(row.getByText('Отклонён', { exact: true })).toBeVisible();

  await signIn(page, ADMIN);
  await page.goto('/cabinet/disputes');
  await expect(page.getByText('Ответ: Счётчик колонки показал 40 литров')).toBeVisible();
  await expectNoAxeViolations(page);
});

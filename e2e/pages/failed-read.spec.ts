import {
  expect,
  expectNoAxeViolations,
  signIn,
  STAFF,
  test,
  signInForToken,
  UNTIL_ENDED,
} from '../fixtures.ts';

test('a part of a page whose read failed says so, and is read again', async ({ page, failures }) => {
  await signIn(page, STAFF);
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const clients = await (await page.request.get('/staff/api/clients', { headers })).json();
  await failures.stage('listClientMailings', { times: UNTIL_ENDED });
  await page.goto(`/staff/clients/${clients.data[0].id}`);
  const input = page.getByText('Рассылки клиента не загрузились.');
  await expect(input).toBeVisible();
  await expectNoAxeViolations(page);
  await failures.end('listClientMailings');
  await page.getByRole('button', { name: 'Перезагрузить' }).click();
  await expect(input).toBeHidden();
});

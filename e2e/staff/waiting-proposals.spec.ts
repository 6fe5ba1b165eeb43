import { changeByTwoPeople } from './change-by-two-people.ts';
import {
  expect,
  expectNoAxeViolations,
  SECOND_OWNER,
  signIn,
  STAFF,
  test,
  signInForToken,
} from '../fixtures.ts';
import { givenPayment } from './given-payment.ts';
import { ALREADY_PROPOSED as REASON, propose, read, WAITS_FOR_SECOND, withdraw } from './propose.ts';

test('a payment whose correction waits says so and leads to the proposal @phone', async ({ page }) => {
  const [{ payer }] = await read(page, '/staff/api/payments?state=credited');
  const payment = await givenPayment(page, { inn: payer.inn, state: 'credited' });
  const id = await propose(page, `/staff/api/payments/${payment.id}/correct`, { reason: 'Чужой платёж' });
  await signIn(page, STAFF);
  await page.goto('/staff/payments');
  const row = page.getByRole('row').filter({ hasText: `№ ${payment.number}` });
  await expect(row).toContainText(WAITS_FOR_SECOND);
  await expect(row).toContainText('Предложил Ольга Ветрова');
  const button = row.getByRole('button', { name: 'Исправить зачисление' });
  await expect(button).toHaveAccessibleDescription(REASON);
  await expectNoAxeViolations(page);
  await row.getByRole('link', { name: 'Исправить зачисление платежа' }).click();
  const dialog = page.getByRole('dialog', { name: 'Исправить зачисление платежа' });
  await expect(dialog).toContainText('Чужой платёж');
  await withdraw(page, id);
  await page.goto('/staff/payments');
  await expect(row.getByRole('button', { name: 'Исправить зачисление' })).toBeEnabled();
  await expect(row).not.toContainText(WAITS_FOR_SECOND);
});

test('a client whose block waits says so on his page @phone', async ({ page }) => {
  const clients = await read(page, '/staff/api/clients?search=ООО');
  const client = clients.find((item: { title: string }) => !item.title.includes('Дальний рейс'));
  const block = await propose(page, `/staff/api/clients/${client.id}/block`, { reason: 'Не платит' });
  await signIn(page, STAFF);
  await page.goto(`/staff/clients/${client.id}`);
  await expect(page.getByText(WAITS_FOR_SECOND, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Заблокировать клиента' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Заблокировать', exact: true })).toHaveAccessibleDescription(
    REASON,
  );
  await expectNoAxeViolations(page);
  await withdraw(page, block);
  await expect(page.getByText(WAITS_FOR_SECOND, { exact: true })).toBeHidden();
});

test('a tariff whose end waits says so, and so does a new one @phone', async ({ page }) => {
  const first_day = '2030-01-01';
  const made = await changeByTwoPeople(page.request, '/staff/api/tariffs', {
    goods: 'ДТ ожидающее',
    change: 'discount',
    rate: 1,
    first_day,
  });
  const { id } = (await made.json()).data.outcome;
  const end = await propose(page, `/staff/api/tariffs/${id}/end`, { reason: 'Передумали' });
  const other = { goods: 'ДТ другое', change: 'discount', rate: 1, first_day };
  const begin = await propose(page, '/staff/api/tariffs', other);
  await signIn(page, STAFF);
  await page.goto('/staff/tariffs');
  await expect(page.getByRole('link', { name: 'Новый тариф' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'ДТ ожидающее' });
  await expect(row).toContainText(WAITS_FOR_SECOND);
  await expect(row.getByRole('button', { name: 'Отозвать' })).toHaveAccessibleDescription(REASON);
  await expectNoAxeViolations(page);
  await withdraw(page, end);
  await withdraw(page, begin);
});

test('a document whose withdrawal waits says so and is not withdrawn a second time @phone', async ({
  page,
}) => {
  const documents = await read(page, '/staff/api/documents?state=waiting');
  // Other tests send documents to EDM, from where none is withdrawn.
  const own = documents.find(({ edm }: { edm: string | null }) => edm === null);
  const { id, title } = own as { id: number; title: string };
  const proposal = await propose(page, `/staff/api/documents/${id}/withdraw`, { reason: 'Ошибка' });
  await signIn(page, STAFF);
  await page.goto('/staff/documents?state=waiting');
  const row = page.getByRole('row').filter({ hasText: WAITS_FOR_SECOND });
  await expect(row).toHaveCount(1);
  await expectNoAxeViolations(page);
  await row.getByRole('button', { name: `Действия: ${title}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Отозвать' })).toContainText(REASON);
  await withdraw(page, proposal);
});

test('a proposal whose figures changed is marked in the list and can’t be confirmed @phone', async ({
  page,
}) => {
  // Other tests add companies of their own, which may not take credit yet.
  const [client] = await read(page, '/staff/api/clients?search=Невский тракт');
  const path = `/staff/api/clients/${client.id}/credit`;
  const lend = async (phone: string, creditSum: number) => {
    const headers = { 'x-auth-token': await signInForToken(page.request, phone) };
    return page.request.put(path, { headers, data: { creditSum, reason: 'Просит клиент' } });
  };
  const before = (await read(page, `/staff/api/clients/${client.id}/credit`)).creditSum as number;
  const { approval } = (await (await lend(STAFF, 3_000_000)).json()).data;
  expect((await lend(SECOND_OWNER, before + 7)).status()).toBe(200);
  await signIn(page, SECOND_OWNER);
  await page.goto('/staff/approvals?state=waiting');
  const row = page.getByRole('row').filter({ hasText: 'Кредит клиенту' });
  await expect(row).toContainText('Устарело');
  await expect(row).toContainText(/сейчас [\d\s]+,00\s₽, было [\d\s]+,00\s₽/);
  await expectNoAxeViolations(page);
  await row.getByRole('button', { name: 'Открыть: Кредит клиенту' }).click();
  const dialog = page.getByRole('dialog', { name: 'Кредит клиенту' });
  await expect(dialog).toContainText('Подтвердить его нельзя');
  await expect(dialog.getByRole('button', { name: 'Подтвердить' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Отклонить' })).toBeVisible();
  await expectNoAxeViolations(page);
  await withdraw(page, approval.id);
  expect((await lend(SECOND_OWNER, before)).status()).toBe(200);
});

import { ADMIN, expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';
import { changeAnswer } from '../pages/change-answer.ts';
import { disablePdfViewer } from '../papers/pdf-viewer.ts';

test('an invoice is paid by СБП: the bank opens, and the page shows the money itself @phone', async ({
  page,
  context,
}, { project }) => {
  await disablePdfViewer(page);
  await signIn(page, ADMIN);
  await page.goto(`/cabinet/payment/2?sum=${project.name === 'phone' ? 7311 : 7312}`);
  const fast = page.getByRole('region', { name: 'Оплата по СБП' });
  await fast.getByRole('button', { name: 'Оплатить по СБП' }).press('Enter');
  const link = fast.getByRole('link', { name: 'Открыть банк и оплатить' });
  await expect(fast.getByText(/^Ждём оплату/)).toBeVisible();
  await expect(fast.getByRole('img', { name: /^QR-код СБП/ })).toBeVisible({
    visible: project.name === 'desk',
  });
  await expectNoAxeViolations(page);
  const bank = await context.newPage();
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '');
  await bank.goto(pathname + search);
  await expect(bank.getByText(/^СБП-\d+\. Оплата по счёту/)).toBeVisible();
  await expectNoAxeViolations(bank);
  await bank.getByRole('button', { name: 'Оплатить' }).click();
  await expect(bank.getByText(/^Оплачено/)).toBeVisible();
  await expect(fast.getByText('Оплачено, зачислено на счёт')).toBeVisible();
  await expect(page.getByText('Оплачен', { exact: true })).toBeVisible();
  await expect(fast.getByRole('button')).toHaveCount(0);
  await expectNoAxeViolations(page);
});

test('a silent bank, a refusal and a checked payment are shown, some with a retry', async ({
  page,
  context,
  failures,
}) => {
  await disablePdfViewer(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/payment/2?sum=7313');
  const fast = page.getByRole('region', { name: 'Оплата по СБП' });
  const message = 'Банк не отвечает. Попробуйте ещё раз или оплатите по реквизитам';
  await failures.stage('orderFastPayment', { code: 503, message });
  await fast.getByRole('button', { name: 'Оплатить по СБП' }).click();
  await expect(fast.getByRole('alert')).toHaveText(message);
  await fast.getByRole('button', { name: 'Оплатить по СБП' }).click();
  const href = (await fast.getByRole('link', { name: 'Открыть банк и оплатить' }).getAttribute('href')) ?? '';
  const bank = await context.newPage();
  await bank.goto(new URL(href).pathname + new URL(href).search);
  await bank.getByRole('button', { name: 'Отказаться' }).click();
  await expect(bank.getByText('Вы отказались от платежа')).toBeVisible();
  await expect(fast.getByText(/^Платёж отменён в банке/)).toBeVisible();
  await expect(fast.getByRole('button', { name: 'Оплатить по СБП ещё раз' })).toBeVisible();
  await changeAnswer(page, '**/api/invoices/*/fast-payment', ({ data }) => {
    data.order.state = 'paid';
  });
  await page.reload();
  await expect(fast.getByText('Оплата пришла, её проверяет сотрудник программы')).toBeVisible();
  await expect(fast.getByRole('button')).toHaveCount(0);
});

test('staff see that a payment came by СБП, and have nothing left to do with it', async ({
  page,
  context,
}) => {
  await disablePdfViewer(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/payment/2?sum=7314');
  const fast = page.getByRole('region', { name: 'Оплата по СБП' });
  await fast.getByRole('button', { name: 'Оплатить по СБП' }).click();
  const href = (await fast.getByRole('link', { name: 'Открыть банк и оплатить' }).getAttribute('href')) ?? '';
  const bank = await context.newPage();
  await bank.goto(new URL(href).pathname + new URL(href).search);
  await bank.getByRole('button', { name: 'Оплатить' }).click();
  await expect(fast.getByText('Оплачено, зачислено на счёт')).toBeVisible();
  await signIn(page, STAFF);
  await page.goto('/staff/payments');
  const row = page.getByRole('row', { name: /7\s314/ });
  await expect(row).toContainText('СБП, операция');
  await expect(row).toContainText('Зачислен');
});

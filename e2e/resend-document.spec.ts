import { changeAnswer } from './change-answer.ts';
import { ADMIN, expect, expectNoAxeViolations, signIn, STAFF, test } from './fixtures.ts';

const FAILED = {
  state: 'failed',
  reason: 'Для отправки нужен роуминг с оператором организации',
  changed_at: '2026-11-20T09:00:00.000Z',
};

test('a document that did not arrive can be sent again by its company, which is told how that went', async ({
  page,
}) => {
  await changeAnswer(page, '**/api/doc?*', ({ data }) => {
    const [first] = Object.values<{ edm: unknown }[]>(data).flat();
    if (first) first.edm = FAILED;
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  await expect(page.getByText('ЭДО: не доставлен')).toBeVisible();
  await expect(page.getByText(FAILED.reason)).toBeVisible();
  await page.getByRole('button', { name: 'Отправить снова' }).click();
  // In the real portal this document never went to the operator.
  await expect(page.getByText('Документ не найден')).toBeVisible();
  await expectNoAxeViolations(page);
});

test('staff see which documents have not arrived', async ({ page }) => {
  const stuck = {
    id: 999_999_999,
    title: 'УПД № 202610-1-2 от 31.10.2026',
    month: '2026-10',
    company: { id: 1, inn: '5047123456', title: 'ООО «Северный путь»' },
    state: 'failed',
    reason: FAILED.reason,
    attempts: 7,
    asked_at: '2026-11-01T09:00:00.000Z',
  };
  await signIn(page, STAFF);
  await page.goto('/staff/edm');
  await expect(page.getByText('Все документы дошли')).toBeVisible();
  await page.route('**/staff/api/edm-documents', (route) =>
    route.fulfill({ json: { code: 200, data: [stuck] } }),
  );
  await page.reload();
  await expect(page.getByText(FAILED.reason)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Отправить снова' }).click();
  await expect(page.getByText('Документ не найден')).toBeVisible();
});

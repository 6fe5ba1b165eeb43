import { changeAnswer } from '../pages/change-answer.ts';
import { chooseAction, documentRows } from './document-rows.ts';
import { ADMIN, expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';

const FAILED = {
  state: 'failed',
  reason: 'Для отправки нужен роуминг с оператором организации',
  changed_at: '2026-11-20T09:00:00.000Z',
};

/** Has the form of the staff's list; no such document exists. */
const STUCK = {
  id: 999_999_999,
  title: 'УПД № 202610-1-2 от 31.10.2026',
  month: '2026-10',
  company: { id: 1, inn: '5047123456', title: 'ООО «Северный путь»' },
  state: 'failed',
  reason: FAILED.reason,
  attempts: 7,
  asked_at: '2026-11-01T09:00:00.000Z',
};

test('a company resends a document that did not arrive, and reads the outcome', async ({ page }) => {
  await changeAnswer(page, '**/api/doc?*', ({ data }) => {
    const [first] = Object.values<{ edm: unknown }[]>(data).flat();
    if (first) first.edm = FAILED;
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  await expect(page.getByText('ЭДО: не доставлен')).toBeVisible();
  await expect(page.getByText(FAILED.reason)).toBeVisible();
  await chooseAction(documentRows(page, FAILED.reason), 'Отправить в ЭДО снова');
  // In the real portal this document never went to the operator.
  await expect(page.getByText('Документ не найден')).toBeVisible();
  await expectNoAxeViolations(page);
});

test('staff see which documents have not arrived', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/edm');
  await expect(page.getByText('Все документы дошли')).toBeVisible();
  await page.route('**/staff/api/edm-documents', (route) =>
    route.fulfill({ json: { code: 200, data: [STUCK] } }),
  );
  await page.reload();
  await expect(page.getByText(FAILED.reason)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Отправить снова' }).click();
  await expect(page.getByText('Документ не найден')).toBeVisible();
});

test('resending a document, or approving cards, by keyboard keeps the focus', async ({ page }) => {
  await signIn(page, STAFF);
  let stucks = [STUCK];
  await page.route('**/staff/api/edm-documents', (route) =>
    route.fulfill({ json: { code: 200, data: stucks } }),
  );
  await page.route('**/staff/api/edm-documents/*/send-again', async (route) => {
    stucks = [];
    await route.fulfill({ json: { code: 200, data: { id: STUCK.id } } });
  });
  await page.goto('/staff/edm');
  await page.getByRole('button', { name: 'Отправить снова' }).press('Enter');
  await expect(page.getByText('Все документы дошли')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  let approved = false;
  await changeAnswer(page, /\/staff\/api\/requests(\?.*)?$/, (answer) => {
    answer.data = answer.data.slice(0, 1);
    const status = approved
      ? { id: 2, title: 'Заявка одобрена' }
      : { id: 1, title: 'Заявка на рассмотрении' };
    Object.assign(answer.data[0], { status, issue_problem: null });
  });
  await page.route('**/staff/api/requests/*/approve', async (route) => {
    approved = true;
    await route.fulfill({ json: { code: 200, data: {} } });
  });
  await page.goto('/staff');
  const approve = page.getByRole('button', { name: 'Одобрить' });
  await approve.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Одобрить' }).press('Enter');
  await expect(approve).toHaveCount(0);
  // The button is gone, so the focus goes to the rest of its row.
  await expect(page.getByRole('table', { name: 'Заявки на карты' }).locator(':focus')).toHaveCount(1);
});

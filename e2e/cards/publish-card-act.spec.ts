import { documentRows } from '../papers/document-rows.ts';
import {
  expect,
  lastCode,
  lastMessageId,
  MANAGER,
  signIn,
  STAFF,
  test,
  signInForToken,
} from '../fixtures.ts';

test('§1.16 the act of an order’s cards comes into «Документы» with the last issued card @phone', async ({
  page,
}) => {
  const { request } = page;
  await signIn(page, MANAGER);
  const headers = { 'x-auth-token': await signInForToken(request, MANAGER) };
  const before = await lastMessageId(request, MANAGER);
  expect((await request.get('/api/sms', { headers })).ok()).toBe(true);
  const sms = await lastCode(request, MANAGER, before);
  const ordered = await request.post('/api/cardsRequest', {
    headers,
    form: { sms, 'item[0][cards_cnt]': '2', 'item[0][partner_id]': '2' },
  });
  const { id } = (await ordered.json()).data as { id: number };
  await page.goto('/cabinet/documents?year=' + new Date().getFullYear());
  await expect(page.getByRole('heading', { name: 'Документы' }).first()).toBeVisible();

  const staff = { 'x-auth-token': await signInForToken(request, STAFF) };
  const approved = await request.post(`/staff/api/requests/${id}/approve`, { headers: staff });
  expect(approved.ok()).toBe(true);
  // It appears by itself: the screen is notified.
  const act = documentRows(page, `Акт приёма-передачи карт № ${id}`);
  await expect(act).toContainText('Газпромнефть');
  await expect(act).toContainText('Ждёт подтверждения');
  await act.getByRole('button', { name: /^Действия: / }).click();
  await expect(page.getByRole('menuitem', { name: 'Подтвердить' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Скачать' }).click();
  expect((await download).suggestedFilename()).toBe(`Акт приёма-передачи карт № ${id}.pdf`);
});

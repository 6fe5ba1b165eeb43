import { expect, type Page } from '@playwright/test';
import { STAFF, signInForToken } from '../fixtures.ts';

/** Texts of a proposal that waits, and of the button that would propose it again. */
export const WAITS_FOR_SECOND = 'Ждёт второго сотрудника';
export const ALREADY_PROPOSED = 'Это уже предложено и ждёт второго сотрудника';

/** Reads a call of staff. */
export async function read(page: Page, path: string) {
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  return (await (await page.request.get(path, { headers })).json()).data;
}

/** Proposes by a call of staff, and returns the proposal's id. */
export async function propose(
  page: Page,
  path: string,
  data: object,
  method: 'POST' | 'PUT' | 'DELETE' = 'POST',
): Promise<number> {
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const answer = await page.request.fetch(path, { method, headers, data });
  expect(answer.status(), await answer.text()).toBe(202);
  return (await answer.json()).data.approval.id;
}

export async function withdraw(page: Page, id: number): Promise<void> {
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const data = { reason: 'Проверка' };
  const answer = await page.request.post(`/staff/api/approvals/${id}/decline`, { headers, data });
  expect(answer.ok()).toBe(true);
}

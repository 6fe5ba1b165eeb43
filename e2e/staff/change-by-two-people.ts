import type { APIRequestContext, APIResponse } from '@playwright/test';
import { expect, SECOND_OWNER, STAFF, signInForToken } from '../fixtures.ts';

/**
 * Does an action of staff that needs two people, as its author and as another owner. Returns the answer of the second.
 */
export async function changeByTwoPeople(
  request: APIRequestContext,
  path: string,
  data: object,
): Promise<APIResponse> {
  const headers = { 'x-auth-token': await signInForToken(request, STAFF) };
  const answer = await request.post(path, { headers, data });
  if (answer.status() !== 202) return answer;
  const { approval } = (await answer.json()).data;
  const second = { 'x-auth-token': await signInForToken(request, SECOND_OWNER) };
  return request.post(`/staff/api/approvals/${approval.id}/confirm`, { headers: second });
}

/** Another owner confirms whatever waits for a second person. */
export async function confirmWaiting(request: APIRequestContext): Promise<void> {
  const headers = { 'x-auth-token': await signInForToken(request, SECOND_OWNER) };
  const waiting = await (await request.get('/staff/api/approvals?state=waiting', { headers })).json();
  for (const { id } of waiting.data as { id: number }[])
    expect((await request.post(`/staff/api/approvals/${id}/confirm`, { headers })).ok()).toBe(true);
}

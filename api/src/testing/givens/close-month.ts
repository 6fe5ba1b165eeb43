import { endOfMonth } from '../../modules/papers/documents/closing/month-closing.ts';
import type { ApiResponse, TestApi } from '../api.ts';
import type { GivenPerson } from './factories.ts';

/** Input of a user who closes a month in spite of an obstacle. */
export interface ClosingOverride {
  despite?: readonly string[];
  reason?: string;
}

/** Value of `despite` that allows whatever other tests have left open. */
export const OVERRIDE_ALL: ClosingOverride = {
  despite: ['feed', 'movement', 'sale', 'payment'],
  reason: 'Остальное войдёт в следующий комплект',
};

/** Moves the clock to noon of the first day after a month, unless that is past, and reads all feeds to their end. */
export async function endMonth(api: TestApi, month: string): Promise<void> {
  const end = endOfMonth(month);
  if (end > api.clock.now()) api.clock.setTo(new Date(end.getTime() + 12 * 3_600_000));
  await api.pollNetworks();
}

/** Two owners close a month as staff do when it is over and all feeds have been read. */
export async function closeMonth(
  api: TestApi,
  { token }: GivenPerson,
  date: string,
  input: ClosingOverride = {},
): Promise<ApiResponse> {
  await endMonth(api, date);
  const answer = await api.post('/staff/api/documents/close-month', { token, json: { date, ...input } });
  return answer.status === 202 ? api.confirm(answer) : answer;
}

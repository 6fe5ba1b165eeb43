import type { RawBuilder } from 'kysely';
import type { ApiResponse, TestApi } from './api.ts';
import { waitUntilWaiting } from './wait-until-waiting.ts';

/**
 * Makes a call while another transaction holds a lock, and returns its answer from after that transaction. Throws if the
 * call is answered while the lock is held. Nothing else of this test's database may wait meanwhile.
 */
export async function sendWhileLocked(
  api: TestApi,
  lock: RawBuilder<unknown>,
  send: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { answer } = await api.ctx.db.inSystem(async (tx) => {
    await lock.execute(tx);
    const answer = send();
    const answered = answer.then(({ status, body }) => {
      throw new Error(`The call did not wait for the lock, its answer: ${status} ${JSON.stringify(body)}`);
    });
    await Promise.race([waitUntilWaiting(api), answered]);
    // It would be reported as unhandled, and the lock is free from here on.
    answered.catch(() => undefined);
    // In an object, since a promise that is returned would be waited for inside the transaction.
    return { answer };
  });
  return answer;
}

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson, type GivenPerson } from '../../../testing/givens/factories.ts';
import { sendSecuritySms } from './send-security-sms.ts';
import { notifyOfAccess } from './notify-of-access.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

async function notify({ id: userId }: GivenPerson, about = '1'): Promise<void> {
  const now = api.clock.now();
  const what = { event: 'mail-changed', to: 'a***@example.ru' } as const;
  await api.ctx.db.inSystem((tx) =>
    notifyOfAccess(api.ctx, tx, { userId, companyId: null, what, about, now }),
  );
}

function readMessage({ id }: GivenPerson): Promise<{ id: number; state: string }> {
  return getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number; state: string }>`select id, state from security_sms where user_id = ${id}`,
  );
}

test('a message about a user’s access goes once, with no link and no code', async () => {
  const person = await givenPerson(api);
  await notify(person);
  await notify(person);
  const { id } = await readMessage(person);
  await Promise.all([sendSecuritySms(api.ctx, id), sendSecuritySms(api.ctx, id)]);
  await sendSecuritySms(api.ctx, id);
  const sent = api.ctx.outbox?.messages(person.phone) ?? [];
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ code: null, text: expect.stringContaining('другая почта') });
  expect(sent[0]?.text).not.toMatch(/http|www|\.ru\//);
  expect((await readMessage(person)).state).toBe('sent');
});

test('a message that may still arrive is retried, and an unreachable phone is given up', async () => {
  const later = await givenPerson(api, { phone: '79006666605' });
  await notify(later);
  const { id } = await readMessage(later);
  await expect(sendSecuritySms(api.ctx, id)).rejects.toThrow('was not sent');
  expect((await readMessage(later)).state).toBe('waiting');
  api.clock.advanceSeconds(25 * 3600);
  await sendSecuritySms(api.ctx, id);
  expect((await readMessage(later)).state).toBe('refused');
  const never = await givenPerson(api, { phone: '79006666601' });
  await notify(never);
  await sendSecuritySms(api.ctx, (await readMessage(never)).id);
  expect((await readMessage(never)).state).toBe('refused');
});

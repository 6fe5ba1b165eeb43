import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import type { MailOutcome, OutgoingEmail } from '../../../gateways/mail/mail.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson } from '../../../testing/givens/factories.ts';
import { CLAIM_SECONDS, sendEmail } from './send-email.ts';

let api: TestApi;
let sent: OutgoingEmail[];
let answer: () => Promise<MailOutcome>;

const acceptEmail = () => Promise.resolve<MailOutcome>({ accepted: true });
const no = (kind: 'address' | 'blocked' | 'auth' | 'temporary') => () =>
  Promise.resolve<MailOutcome>({ accepted: false, kind, message: `smtp: ${kind}` });

beforeAll(async () => {
  const mail = {
    provider: 'smtp',
    send(email: OutgoingEmail) {
      sent.push(email);
      return answer();
    },
  };
  api = await startApi({ jobs: false, overrides: { mail } });
});
beforeEach(() => {
  sent = [];
  answer = acceptEmail;
});
afterAll(() => api.stop());

interface EmailRow {
  id: number;
  state: string;
  refusal: string | null;
  answer: string | null;
  attempts: number;
  claimed_until: Date | null;
}

let serial = 0;

async function givenEmail(): Promise<{ id: number; userId: number; email: string }> {
  serial += 1;
  const email = `letter-${serial}@example.ru`;
  const { token, id: userId } = await givenPerson(api);
  await api.post('/api/users/mail', { token, json: { email } });
  const { id } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`select id from letter where user_id = ${userId}`,
  );
  return { id, userId, email };
}

const findEmail = (id: number) =>
  getOnlyRow(
    api.ctx.db.system,
    sql<EmailRow>`select id, state, refusal, answer, attempts, claimed_until from letter where id = ${id}`,
  );

describe('an email', () => {
  test('an email is sent once, however often and by how many its job runs', async () => {
    const { id } = await givenEmail();
    await Promise.all([1, 2, 3].map(() => sendEmail(api.ctx, id)));
    await sendEmail(api.ctx, id);
    expect(sent).toHaveLength(1);
    expect(await findEmail(id)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  test('an email whose sender died is sent by another one, under the same Message-ID', async () => {
    const { id } = await givenEmail();
    answer = () => Promise.reject(new Error('the process died'));
    await expect(sendEmail(api.ctx, id)).rejects.toThrow();
    answer = acceptEmail;
    await sendEmail(api.ctx, id);
    expect(sent).toHaveLength(1);
    api.clock.advanceSeconds(CLAIM_SECONDS);
    await sendEmail(api.ctx, id);
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map((email) => email.messageId)).size).toBe(1);
    expect(await findEmail(id)).toMatchObject({ state: 'sent' });
  });

  test('an email that may still arrive waits for the queue to try again', async () => {
    const { id } = await givenEmail();
    for (const kind of ['temporary', 'auth'] as const) {
      answer = no(kind);
      await expect(sendEmail(api.ctx, id)).rejects.toThrow(`letter ${id} was not sent: smtp: ${kind}`);
      expect(await findEmail(id)).toMatchObject({ state: 'waiting', claimed_until: null, refusal: null });
    }
    answer = acceptEmail;
    await sendEmail(api.ctx, id);
    expect(await findEmail(id)).toMatchObject({ state: 'sent', attempts: 3 });
  });

  test.each(['address', 'blocked'] as const)(
    'an email refused for good (%s) is stored with its reason',
    async (kind) => {
      const { id } = await givenEmail();
      answer = no(kind);
      await sendEmail(api.ctx, id);
      await sendEmail(api.ctx, id);
      expect(sent).toHaveLength(1);
      expect(await findEmail(id)).toMatchObject({ state: 'refused', refusal: kind, answer: `smtp: ${kind}` });
    },
  );

  test('an email that no server takes for three days is given up', async () => {
    const { id } = await givenEmail();
    answer = no('temporary');
    await expect(sendEmail(api.ctx, id)).rejects.toThrow();
    api.clock.advanceSeconds(3 * 86_400);
    await sendEmail(api.ctx, id);
    expect(await findEmail(id)).toMatchObject({ state: 'refused', refusal: 'late' });
  });

  test('an email to an address that its user has changed meanwhile is not sent', async () => {
    const { id, userId } = await givenEmail();
    await sql`update app_user set email = 'next@example.ru' where id = ${userId}`.execute(api.ctx.db.system);
    await sendEmail(api.ctx, id);
    expect(sent).toEqual([]);
    expect(await findEmail(id)).toMatchObject({ state: 'refused', refusal: 'changed' });
  });

  test('an email of an attempt that arrived after all has a working link, too', async () => {
    const { id, email } = await givenEmail();
    answer = no('temporary');
    await expect(sendEmail(api.ctx, id)).rejects.toThrow();
    answer = acceptEmail;
    await sendEmail(api.ctx, id);
    const token = /confirm-mail#(\S+)/.exec(sent[0]!.plain)?.[1];
    const confirmed = await api.post('/api/mail/confirm', { json: { token } });
    expect(confirmed.body.data).toEqual({ email });
  });
});

test('the queue sends an email once its action is committed', async () => {
  const own = await startApi({ databaseUrl: api.databaseUrl });
  try {
    const { token } = await givenPerson(own);
    await own.post('/api/users/mail', { token, json: { email: 'queue@example.ru' } });
    await expect.poll(async () => (await own.ctx.mailOutbox?.letters('queue@example.ru'))?.length).toBe(1);
  } finally {
    await own.stop();
  }
});

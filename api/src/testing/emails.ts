import { sql } from 'kysely';
import { rows } from '../db/database.ts';
import type { OutboxEmail } from '../gateways/mail/outbox-mail.ts';
import { sendEmail } from '../modules/messaging/emails/send-email.ts';
import type { TestApi } from './api.ts';
import type { GivenPerson } from './givens/factories.ts';

/** Sends what waits, as the queue would. */
async function sendPendingEmails(api: TestApi): Promise<void> {
  const waiting = await rows(
    api.ctx.db.system,
    sql<{ id: number }>`select id from letter where state = 'waiting' order by id`,
  );
  for (const { id } of waiting) await sendEmail(api.ctx, id);
}

/** Sends what waits, then returns the emails in the outbox of an address, newest first. */
export async function listEmailsTo(api: TestApi, address: string): Promise<OutboxEmail[]> {
  await sendPendingEmails(api);
  return (await api.ctx.mailOutbox?.letters(address)) ?? [];
}

let serial = 0;

/** Gives a person an address of its own, as the screen does. */
export async function givenAddress(
  api: TestApi,
  person: GivenPerson,
  { confirmed }: { confirmed: boolean },
): Promise<string> {
  serial += 1;
  const email = `person-${serial}@example.ru`;
  const changed = await api.post('/api/users/mail', { token: person.token, json: { email } });
  if (changed.status !== 200) throw new Error(`no address: ${changed.status} ${changed.body.message}`);
  if (confirmed) {
    const token = linkTokenIn((await listEmailsTo(api, email))[0]);
    await api.post('/api/mail/confirm', { json: { token } });
  }
  return email;
}

/** Returns the token of the link in an email. */
export function linkTokenIn(email: OutboxEmail | undefined): string {
  const token = /(?:confirm-mail#|unsubscribe\?token=)([\w-]+)/.exec(email?.plain ?? '')?.[1];
  if (!token) throw new Error('the letter has no link');
  return token;
}

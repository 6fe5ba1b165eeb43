import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { insertSecuritySms } from './security-sms.ts';

export interface SmsNews {
  userId: number;
  phone: string;
  /** Subject of the message, as a code identifier. */
  what: string;
  /** Text after the programme's name. It has no links, so that users do not learn to follow links from an SMS. */
  words: string;
  /** The thing that the message is about. A user is notified of the same thing only once. */
  about: string;
  now: Date;
}

/** Notifies a person by SMS in the transaction of the event. The SMS is sent after the commit. */
export async function notifyBySms(ctx: Context, tx: Db, news: SmsNews): Promise<void> {
  const { userId, phone, what: event, words: message, about, now } = news;
  const text = `${ctx.programme.today().name}: ${message}`;
  const messageId = await insertSecuritySms(tx, { userId, phone, event, text, about, now });
  if (messageId === null) return;
  await enqueueJob(tx, 'send-security-sms', { messageId }, { key: `security-sms:${messageId}` });
}

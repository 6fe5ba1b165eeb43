import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { insertSecuritySms } from './security-sms.ts';

export interface SmsNews {
  userId: number;
  phone: string;
  /** What it tells of, in a word of the code. */
  what: string;
  /** After the programme's name. Without links: nobody learns to follow one from an SMS. */
  words: string;
  /** The thing that it tells of; nobody is told of the same thing twice. */
  about: string;
  now: Date;
}

/** Tells a person by SMS, in the transaction of the event; it is sent once that has happened. */
export async function notifyBySms(ctx: Context, tx: Db, news: SmsNews): Promise<void> {
  const { userId, phone, what: event, words: message, about, now } = news;
  const text = `${ctx.config.operator.name}: ${message}`;
  const messageId = await insertSecuritySms(tx, { userId, phone, event, text, about, now });
  if (messageId === null) return;
  await enqueueJob(tx, 'send-security-sms', { messageId }, { key: `security-sms:${messageId}` });
}

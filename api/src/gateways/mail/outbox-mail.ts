import { sql } from 'kysely';
import { rows, type Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import {
  headersOf,
  type MailGateway,
  type MailOutcome,
  type MailRefusal,
  type OutgoingLetter,
} from './mail.ts';

/** As `GET /dev/letters` shows it (docs/calls.md 8). */
export interface OutboxLetter {
  id: number;
  address: string;
  subject: string;
  plain: string;
  html: string;
  headers: Record<string, string>;
  sentAt: Date;
  /** Of the file beside it. */
  fileName: string | null;
}

export interface OutboxMail extends MailGateway {
  /** Newest first, to one address or to all. */
  letters(address?: string): Promise<OutboxLetter[]>;
}

const KEPT_LETTERS = 1000;
const SHOWN_LETTERS = 100;

/** Addresses that the outbox refuses, so that every kind of refusal can be shown. */
export const REFUSED_ADDRESSES: Readonly<Record<string, MailRefusal>> = {
  'nobody@refused.example': 'address',
  'blocked@refused.example': 'blocked',
  'auth@refused.example': 'auth',
  'later@refused.example': 'temporary',
};

/**
 * Keeps the last thousand letters in the database instead of sending them, each once, as a mailbox shows them. A server in
 * production refuses to start with it.
 */
export function outboxMail({ db, clock }: { db: Db; clock: Clock }): OutboxMail {
  async function send(letter: OutgoingLetter): Promise<MailOutcome> {
    const kind = REFUSED_ADDRESSES[letter.to];
    if (kind) return { accepted: false, kind, message: `outbox: ${kind}` };
    await sql`
      insert into outbox_letter (message_id, address, subject, plain, html, headers, sent_at, file_name, file)
      values (${letter.messageId}, ${letter.to}, ${letter.subject}, ${letter.plain}, ${letter.html},
        ${JSON.stringify(headersOf(letter))}::jsonb, ${clock.now()},
        ${letter.attachment?.name ?? null}::text, ${letter.attachment?.bytes ?? null}::bytea)
      on conflict (message_id) do nothing`.execute(db);
    await sql`
      delete from outbox_letter
      where id <= (select id from outbox_letter order by id desc offset ${KEPT_LETTERS} limit 1)`.execute(db);
    return { accepted: true };
  }

  function letters(address?: string): Promise<OutboxLetter[]> {
    return rows(
      db,
      sql<OutboxLetter>`
        select id, address, subject, plain, html, headers, sent_at as "sentAt", file_name as "fileName" from outbox_letter
        where ${address ?? null}::text is null or address = ${address ?? null}::text
        order by id desc limit ${SHOWN_LETTERS}`,
    );
  }

  return { provider: 'outbox', send, letters };
}

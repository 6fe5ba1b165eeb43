import { sql } from 'kysely';
import { rows, type Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import {
  getHeaders,
  type MailGateway,
  type MailOutcome,
  type MailRefusal,
  type OutgoingEmail,
} from './mail.ts';

/** An email as `GET /dev/letters` shows it (docs/calls.md 8). */
export interface OutboxEmail {
  id: number;
  address: string;
  subject: string;
  plain: string;
  html: string;
  headers: Record<string, string>;
  sentAt: Date;
  /** Name of the attached file. */
  fileName: string | null;
}

export interface OutboxMail extends MailGateway {
  /** Newest first, to one address or to all. */
  letters(address?: string): Promise<OutboxEmail[]>;
}

const MAX_STORED_EMAILS = 1000;
const MAX_LISTED_EMAILS = 100;

/** Addresses that the outbox refuses, so that every kind of refusal can be shown. */
export const REFUSED_ADDRESSES: Readonly<Record<string, MailRefusal>> = {
  'nobody@refused.example': 'address',
  'blocked@refused.example': 'blocked',
  'auth@refused.example': 'auth',
  'later@refused.example': 'temporary',
};

/**
 * Stores the last thousand emails in the database instead of sending them, each once, as a mailbox shows them. A server
 * in production refuses to start with this gateway.
 */
export function outboxMail({ db, clock }: { db: Db; clock: Clock }): OutboxMail {
  async function send(email: OutgoingEmail): Promise<MailOutcome> {
    const kind = REFUSED_ADDRESSES[email.to];
    if (kind) return { accepted: false, kind, message: `outbox: ${kind}` };
    await sql`
      insert into outbox_letter (message_id, address, subject, plain, html, headers, sent_at, file_name, file)
      values (${email.messageId}, ${email.to}, ${email.subject}, ${email.plain}, ${email.html},
        ${JSON.stringify(getHeaders(email))}::jsonb, ${clock.now()},
        ${email.attachment?.name ?? null}::text, ${email.attachment?.bytes ?? null}::bytea)
      on conflict (message_id) do nothing`.execute(db);
    await sql`
      delete from outbox_letter
      where id <= (select id from outbox_letter order by id desc offset ${MAX_STORED_EMAILS} limit 1)`.execute(
      db,
    );
    return { accepted: true };
  }

  function listEmails(address?: string): Promise<OutboxEmail[]> {
    return rows(
      db,
      sql<OutboxEmail>`
        select id, address, subject, plain, html, headers, sent_at as "sentAt", file_name as "fileName" from outbox_letter
        where ${address ?? null}::text is null or address = ${address ?? null}::text
        order by id desc limit ${MAX_LISTED_EMAILS}`,
    );
  }

  return { provider: 'outbox', send, letters: listEmails };
}

import { sql } from 'kysely';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import {
  DELIVERY_SECONDS,
  DRAFT_SECONDS,
  ROAMING_SECONDS,
  SIGNATURE_SECONDS,
  type BuyersAnswer,
  type EmbeddedBox,
  type EmbeddedDocument,
} from './embedded-document.ts';

const MAX_LISTED = 50;

export interface EmbeddedEvent {
  id: number;
  documentId: string;
  at: Date;
}

/** An invitation; one that was rejected is made again, so its clock begins again. */
export async function storeBox(db: Db, box: Omit<EmbeddedBox, 'byHand'>): Promise<void> {
  await sql`
    insert into embedded_edm_box (inn, invited_at) values (${box.inn}, ${box.invitedAt})
    on conflict (inn) do update set invited_at = excluded.invited_at`.execute(db);
}

interface BoxRow {
  inn: string;
  invited_at: Date;
  by_hand: boolean;
}

export async function findBox(db: Db, inn: string): Promise<EmbeddedBox | null> {
  const row = await firstRow(db, sql<BoxRow>`select * from embedded_edm_box where inn = ${inn}`);
  return row && toBox(row);
}

/** Lists the invited companies, the newest first. */
export async function listBoxes(db: Db): Promise<EmbeddedBox[]> {
  const found = await rows(
    db,
    sql<BoxRow>`select * from embedded_edm_box order by invited_at desc, inn limit ${MAX_LISTED}`,
  );
  return found.map(toBox);
}

export async function answerByHand(db: Db, inn: string, byHand: boolean): Promise<void> {
  await sql`update embedded_edm_box set by_hand = ${byHand} where inn = ${inn}`.execute(db);
}

function toBox({ inn, invited_at: invitedAt, by_hand: byHand }: BoxRow): EmbeddedBox {
  return { inn, invitedAt, byHand };
}

type NewDocument = Pick<EmbeddedDocument, 'id' | 'inn' | 'kind' | 'name' | 'content' | 'writtenAt'>;

/**
 * Writes a document. A repeated id returns the same document, also after its state has changed. Simulated events
 * are reported when they are due.
 */
export async function writeDocument(db: Db, input: NewDocument): Promise<void> {
  const { id, inn, kind, name, content, writtenAt } = input;
  const signed = DELIVERY_SECONDS + SIGNATURE_SECONDS;
  const due = [DRAFT_SECONDS, DELIVERY_SECONDS, signed, signed + ROAMING_SECONDS].map(
    (seconds) => new Date(writtenAt.getTime() + seconds * 1000),
  );
  await sql`
    with written as (
      insert into embedded_edm_document (id, inn, kind, name, content, written_at)
      values (${id}, ${inn}, ${kind}, ${name}, ${content}, ${writtenAt})
      on conflict (id) do nothing returning id)
    insert into embedded_edm_event (document_id, at)
    select written.id, due from written, unnest(${due}::timestamptz[]) due`.execute(db);
}

interface DocumentRow {
  id: string;
  inn: string;
  kind: string;
  name: string;
  content: Buffer;
  written_at: Date;
  answer: BuyersAnswer | null;
  answer_text: string;
  annulment: EmbeddedDocument['annulment'];
  annulment_text: string;
  by_hand: boolean;
}

const documents = sql`
  select document.*, box.by_hand
  from embedded_edm_document document join embedded_edm_box box on box.inn = document.inn`;

export async function findWritten(db: Db, id: string): Promise<EmbeddedDocument | null> {
  const row = await firstRow(db, sql<DocumentRow>`${documents} where document.id = ${id}`);
  return row && toDocument(row);
}

export async function listWritten(db: Db): Promise<EmbeddedDocument[]> {
  const found = await rows(
    db,
    sql<DocumentRow>`${documents} order by document.written_at desc, document.id limit ${MAX_LISTED}`,
  );
  return found.map(toDocument);
}

function toDocument(row: DocumentRow): EmbeddedDocument {
  return {
    id: row.id,
    inn: row.inn,
    kind: row.kind,
    name: row.name,
    content: row.content,
    writtenAt: row.written_at,
    answer: row.answer,
    answerText: row.answer_text,
    annulment: row.annulment,
    annulmentText: row.annulment_text,
    byHand: row.by_hand,
  };
}

/** Stores a person's action with a document, and the event that reports it. */
export async function storeAction(
  db: Db,
  { document, now }: { document: Omit<EmbeddedDocument, 'content'>; now: Date },
): Promise<void> {
  await sql`
    with done as (
      update embedded_edm_document set answer = ${document.answer}, answer_text = ${document.answerText},
        answered_at = ${document.answer === null ? null : now}, annulment = ${document.annulment},
        annulment_text = ${document.annulmentText}, annulled_at = ${document.annulment === null ? null : now}
      where id = ${document.id} returning id)
    insert into embedded_edm_event (document_id, at) select id, ${now}::timestamptz from done`.execute(db);
}

/**
 * Lists the events since a second, after a given event. A second is reported once it is over, because an event due
 * later in the second has a smaller id than an action of a person now.
 */
export async function listEvents(
  db: Db,
  since: { at: Date; id: number; now: Date; max: number },
): Promise<EmbeddedEvent[]> {
  const found = await rows(
    db,
    sql<{ id: number; document_id: string; second: Date }>`
      select id, document_id, date_trunc('second', at) as second from embedded_edm_event
      where (date_trunc('second', at), id) >= (date_trunc('second', ${since.at}::timestamptz), ${since.id}::bigint)
        and at < date_trunc('second', ${since.now}::timestamptz)
      order by second, id limit ${since.max}`,
  );
  return found.map((row) => ({ id: Number(row.id), documentId: row.document_id, at: row.second }));
}

type TokenKind = 'refresh' | 'access';

/** Stores a token and deletes the expired ones. */
export async function storeToken(
  db: Db,
  { token, kind, goodUntil, now }: { token: string; kind: TokenKind; goodUntil: Date; now: Date },
): Promise<void> {
  await sql`
    with over as (delete from embedded_edm_token where good_until <= ${now})
    insert into embedded_edm_token (token, kind, good_until) values (${token}, ${kind}, ${goodUntil})`.execute(
    db,
  );
}

/** A token for a new one is good once. */
export async function spendToken(db: Db, token: string): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ token: string }>`
      delete from embedded_edm_token where token = ${token} and kind = 'refresh' returning token`,
  );
  return row !== null;
}

/** Returns whether any token is stored. If none is, the current one is the first, that of the configuration. */
export async function hasTokens(db: Db): Promise<boolean> {
  return (await firstRow(db, sql`select 1 from embedded_edm_token where kind = 'refresh' limit 1`)) !== null;
}

export async function isTokenValid(
  db: Db,
  input: { token: string; kind: TokenKind; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`select 1 from embedded_edm_token
      where token = ${input.token} and kind = ${input.kind} and good_until > ${input.now}`,
  );
  return row !== null;
}

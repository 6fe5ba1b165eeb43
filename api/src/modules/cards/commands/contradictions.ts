import { sql } from 'kysely';
import { type PartnerId, SANDBOX_NETWORK } from '#contract/ids.ts';
import type { FinalAnswer, NetworkEvent } from '../../../gateways/fuel-network/fuel-network.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { type Db, firstRow, rows } from '../../../db/database.ts';
import { isUnread } from './operations.ts';
import {
  toCases,
  MAX_CASES,
  type CaseRow,
  type Acknowledgeable,
  type CaseKind,
  type CaseText,
  type StaffCase,
} from './cases.ts';
import { contradictionProblem, contradictionSides, formatActionTitle } from './describe-contradiction.ts';
import { listDescribed } from './network-health.ts';
import type { Context } from '../../../context.ts';
import type { AnswerOutcome, Contradiction, SaleFacts } from './contradiction.ts';

export function toAnswerOutcome(answer: FinalAnswer): AnswerOutcome {
  if (answer.state === 'refused') return { state: 'refused', reason: answer.reason };
  return { state: 'done', ...(answer.cards && { cardNumbers: answer.cards.map((card) => card.number) }) };
}

type SaleEvent = Extract<NetworkEvent, { kind: 'sale' | 'refund' }>;

export function toSaleFacts(
  sale: Pick<SaleEvent, 'kind' | 'cardNumber' | 'sumKopecks' | 'centilitres'> & {
    soldAt: Date | string;
  },
): SaleFacts {
  const { kind, cardNumber, sumKopecks, centilitres, soldAt } = sale;
  return { kind, cardNumber, sumKopecks, centilitres, day: moscowDay(new Date(soldAt)) };
}

const FACTS = ['kind', 'cardNumber', 'sumKopecks', 'centilitres', 'day'] as const;

export function areSameFacts(a: SaleFacts, b: SaleFacts): boolean {
  return FACTS.every((fact) => a[fact] === b[fact]);
}

type ContradictionKind = Contradiction['kind'];

/** Stores a message once, however often it is received. Returns false when it is known. */
async function insertContradiction(
  db: Db,
  contradiction: Contradiction & {
    partnerId: PartnerId;
    subject: string;
    companyId: number | null;
    cardNumber: string | null;
    now: Date;
  },
): Promise<boolean> {
  const { rows: added } = await sql`
    insert into network_contradiction (partner_id, kind, subject, company_id, card_number, ours, word, heard_at)
    values (${contradiction.partnerId}, ${contradiction.kind}, ${contradiction.subject}, ${contradiction.companyId}, ${contradiction.cardNumber},
      ${contradiction.ours && JSON.stringify(contradiction.ours)}::jsonb, ${JSON.stringify(contradiction.word)}::jsonb, ${contradiction.now})
    on conflict do nothing returning id`.execute(db);
  return added.length > 0;
}

function findContradiction(db: Db, kind: ContradictionKind, id: number) {
  return firstRow(
    db,
    sql<{ waits: boolean; company_id: number | null }>`
      select ${isUnread(kind, 'heard.id', 'heard.heard_at')} as waits, heard.company_id
      from network_contradiction heard where heard.id = ${id} and heard.kind = ${kind}`,
  );
}

/** Lists unread contradictions of a kind. */
async function listContradictions<Kind extends ContradictionKind>(db: Db, kind: Kind) {
  type Sides = Pick<Extract<Contradiction, { kind: Kind }>, 'ours' | 'word'>;
  const found = await rows(
    db,
    sql<CaseRow & Sides & { subject: string }>`
      select heard.id, heard.heard_at as since, heard.subject, heard.ours, heard.word, 0 as attempts,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, heard.card_number, null as said, null as heard_at, count(*) over () as total
      from network_contradiction heard
      join partner on partner.id = heard.partner_id and partner.id <> ${SANDBOX_NETWORK}
      left join company on company.id = heard.company_id
      where heard.kind = ${kind} and ${isUnread(kind, 'heard.id', 'heard.heard_at')}
      order by heard.heard_at desc, heard.id desc limit ${MAX_CASES}`,
  );
  return toCases(found, ({ subject, ours, word }) => ({ subject, ours, word }));
}

type ListedContradiction = Contradiction & StaffCase & { subject: string };

/** «Сеть изменила ответ»: a command that has ended is answered otherwise. */
export const answerCase = contradictionCase('answer');
/** «Изменённые продажи»: the network reports a known sale with other data. */
export const resaleCase = contradictionCase('resale');
/** «Чужие ответы»: an answer to a command that we have not sent. */
export const strayCase = contradictionCase('stray');

function contradictionCase(kind: ContradictionKind): CaseKind & Acknowledgeable {
  return {
    list: listDescribed(
      (db) => listContradictions(db, kind),
      (item) => describe({ kind, ...item } as ListedContradiction),
    ),
    findUnread: (tx, id) => findContradiction(tx, kind, id),
  };
}

function describe(contradiction: ListedContradiction): CaseText {
  return {
    asked: formatRequested(contradiction),
    problem: contradictionProblem(contradiction),
    details: [
      {
        label: contradiction.kind === 'resale' ? 'Номер у сети' : 'Номер команды',
        value: contradiction.subject,
      },
    ],
    compared: contradictionSides(contradiction),
    deeds: ['acknowledge'],
  };
}

function formatRequested(contradiction: ListedContradiction): string {
  switch (contradiction.kind) {
    case 'answer':
      return formatActionTitle(contradiction.ours.deed);
    case 'resale':
      return contradiction.ours.kind === 'sale' ? 'Продажа' : 'Возврат';
    case 'stray':
      return 'Ответ на команду';
  }
}

const LOGGED = {
  answer: 'a network answers otherwise than is booked',
  resale: 'a known sale was reported with other values',
  stray: 'an answer to a command that nobody knows',
};

/**
 * Saves a network's message that contradicts the books for staff, and logs it. Each message is handled once, however
 * often it is received.
 */
export async function reportContradiction(
  ctx: Context,
  contradiction: Contradiction & {
    partnerId: PartnerId;
    subject: string;
    companyId: number | null;
    cardNumber: string | null;
  },
): Promise<void> {
  if (!(await insertContradiction(ctx.db.system, { ...contradiction, now: ctx.clock.now() }))) return;
  const { kind, partnerId, subject, ours, word } = contradiction;
  // Only the last digits of a card number go into the log.
  ctx.log.error({ partnerId, subject, ours: hideCards(ours), word: hideCards(word) }, LOGGED[kind]);
}

function hideCards(side: object | null): object | null {
  if (!side) return null;
  const text = JSON.stringify(side, (_, value: unknown) =>
    typeof value === 'string' && /^\d{10,20}$/.test(value) ? value.slice(-4) : value,
  );
  return JSON.parse(text) as object;
}

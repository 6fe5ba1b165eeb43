import type { z } from 'zod';
import { CLOSING_KIND_TITLE, type closeMonth, type readClosing } from '#contract/papers/closing.ts';
import type { monthlyDocument } from '#contract/papers/documents.ts';
import { edmOperatorTitle } from '#contract/papers/edm.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { toRubles, type Kopecks } from '#contract/kopecks.ts';
import type { answerRow, disputedOperation, listDisputable } from '#contract/papers/objections.ts';
import type { DisputableOperation } from './objections/disputed-store.ts';
import { formatMonth } from './closing/format-month.ts';
import type { UnmadeDocuments } from './unmade-documents-store.ts';
import type { AnswerRow, DisputedOperation, DocumentRecord, Objection } from './document.ts';
import type { ClosingState } from './closing/closing-progress.ts';

type DocumentOnWire = z.input<typeof monthlyDocument>;

/** Month → its documents, in the given order: newest month first. */
export function presentDocuments(
  records: readonly DocumentRecord[],
  now: Date,
): Record<string, DocumentOnWire[]> {
  const months: Record<string, DocumentOnWire[]> = {};
  for (const record of records) (months[record.month] ??= []).push(presentDocument(record, now));
  return months;
}

/** Returns whether the document's lines are stored, whether or not its PDF was made. */
export function isRegister({ kind, figuresSha256, withdrawn }: DocumentRecord): boolean {
  return kind === 'register' && figuresSha256 !== null && withdrawn === null;
}

function presentDocument(record: DocumentRecord, now: Date): DocumentOnWire {
  return {
    id: record.id,
    url: `/api/doc/${record.id}/download`,
    title: record.title,
    partner_id: record.partnerId,
    partner_title: record.partnerTitle,
    kind: record.kind,
    sum: record.sum === null ? null : toRubles(record.sum),
    vat: record.vat === null ? null : toRubles(record.vat),
    published: record.publishedAt.toISOString(),
    received: record.receivedAt?.toISOString() ?? null,
    objection: record.objection && presentObjection(record.objection),
    object_until: record.objectUntil,
    signature: record.hasEvidence ? `/api/doc/${record.id}/signature` : null,
    replaces: record.replaces,
    replaced_by: record.replacedBy,
    replace_reason: record.replaceReason,
    withdrawn: record.withdrawn && {
      at: record.withdrawn.at.toISOString(),
      reason: record.withdrawn.reason,
    },
    register: isRegister(record) ? `/api/doc/${record.id}/register` : null,
    xml: record.isInStateForm && record.withdrawn === null ? `/api/doc/${record.id}/xml` : null,
    making: record.making && { pages: record.making.pages, all_pages: record.making.allPages },
    edm: record.edm && presentEdm(record.edm, now),
  };
}

/** An operator hands over to another one within hours; a day is worth a question. */
const DELAYED_MS = 24 * 3600 * 1000;

function presentEdm(edm: NonNullable<DocumentRecord['edm']>, now: Date): DocumentOnWire['edm'] {
  const { state, reason, changedAt, annulment, roaming } = edm;
  const delayed = state === 'sent' && now.getTime() - changedAt.getTime() > DELAYED_MS;
  return {
    state,
    reason,
    changed_at: changedAt.toISOString(),
    annulment,
    roaming: roaming === null ? null : { operator: edmOperatorTitle(roaming), delayed },
  };
}

function presentObjection({
  comment,
  createdAt,
  operations,
  rows,
  answer,
}: Objection): NonNullable<DocumentOnWire['objection']> {
  return {
    comment,
    created_at: createdAt.toISOString(),
    operations: operations.map(presentDisputed),
    rows: rows.map(presentAnswerRow),
    answer: answer && { text: answer.text, created_at: answer.answeredAt.toISOString() },
  };
}

export function presentAnswerRow(row: AnswerRow): z.input<typeof answerRow> {
  const rubles = (sum: Kopecks | null) => (sum === null ? null : toRubles(sum));
  const { title, note } = row;
  return {
    title,
    debit: rubles(row.debit),
    credit: rubles(row.credit),
    difference: rubles(row.difference),
    note,
  };
}

function presentDisputed({ id, cardNumber, at, sum }: DisputedOperation): z.input<typeof disputedOperation> {
  return { id, card_number: cardNumber, date: at.toISOString(), sum: toRubles(sum) };
}

export function presentDisputable(
  operation: DisputableOperation,
): EndpointData<typeof listDisputable>[number] {
  return { ...presentDisputed(operation), goods: operation.goodsTitle, address: operation.address };
}

export function presentUnmade(
  month: string,
  { companyId, title, why }: UnmadeDocuments,
): EndpointData<typeof closeMonth>['unmade'][number] {
  const reason =
    'problem' in why
      ? `Не удалось сделать документы. ${why.problem}`
      : `Раньше закрыт ${formatMonth(why.overtakenBy)}: документов за ${formatMonth(month)} не будет, что ещё не учтено, войдёт в следующий комплект`;
  return { company_id: companyId, title, reason };
}

export function presentClosing(state: ClosingState): EndpointData<typeof readClosing> {
  return {
    running: state.isRunning,
    stage: state.stage,
    open: state.open,
    titles: CLOSING_KIND_TITLE,
    networks: state.networks.map(({ partnerId, title, readAt, readFrom, isComplete }) => ({
      id: partnerId,
      title,
      read_at: readAt?.toISOString() ?? null,
      read_from: readFrom.toISOString(),
      complete: isComplete,
    })),
    closed: state.closed,
    decisions: state.decisions.map(({ at, ...decision }) => ({ at: at.toISOString(), ...decision })),
  };
}

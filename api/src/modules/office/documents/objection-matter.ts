import { formatMoment, formatRubles } from '../../../lib/money-format.ts';
import { listInWords } from '../../cards/commands/list-in-words.ts';
import type { Acknowledgeable, MatterDetail, MatterKind } from '../../cards/commands/matter-kind.ts';
import { findObjection } from './find-objection.ts';
import { listWaitingObjections, type WaitingObjection } from './list-waiting-objections.ts';
import type { AnswerRow, DisputedOperation } from './document.ts';
import { monthWords } from './month-words.ts';

/** «Возражения»: what a client has against a document, until it is read or the document confirmed. */
export const objectionMatter = {
  list: listInWords(listWaitingObjections, (one) => ({
    asked: one.title,
    problem: 'Клиент возражает по документу',
    details: detailsOf(one),
    deeds: ['answer', 'acknowledge'],
  })),
  findUnread: findObjection,
} satisfies MatterKind & Acknowledgeable;

function detailsOf({ comment, month, author, operations, rows }: WaitingObjection): MatterDetail[] {
  const who = author ? [author.name, `+${author.phone}`].filter(Boolean).join(', ') : '';
  return [
    { label: 'Возражение', value: comment },
    { label: 'Строки файла', value: rows.map(rowWords).join('\n') },
    { label: 'Операции', value: operations.map(operationWords).join('\n') },
    { label: 'Период', value: monthWords(month) },
    { label: 'Кто возражает', value: who },
  ].filter(({ value }) => value !== '');
}

function rowWords({ title, debit, credit, difference, note }: AnswerRow): string {
  const sums = [
    debit !== null && `дебет ${formatRubles(debit)}`,
    credit !== null && `кредит ${formatRubles(credit)}`,
    difference !== null && `расхождение ${formatRubles(difference)}`,
  ].filter(Boolean);
  return [title, ...sums, note].filter(Boolean).join(', ');
}

function operationWords({ id, cardNumber, at, sum }: DisputedOperation): string {
  return `№ ${id} от ${formatMoment(at)}, карта ${cardNumber}, ${formatRubles(sum)}`;
}

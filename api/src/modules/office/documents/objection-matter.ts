import { formatMoment, formatRubles } from '../../../lib/money-format.ts';
import { listInWords } from '../../networks/commands/list-in-words.ts';
import type { Acknowledgeable, MatterDetail, MatterKind } from '../../networks/commands/matter-kind.ts';
import { findObjection } from './find-objection.ts';
import { listWaitingObjections, type WaitingObjection } from './list-waiting-objections.ts';
import type { DisputedOperation } from './document.ts';
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

function detailsOf({ comment, month, author, operations }: WaitingObjection): MatterDetail[] {
  const who = author ? [author.name, `+${author.phone}`].filter(Boolean).join(', ') : '';
  return [
    { label: 'Возражение', value: comment },
    { label: 'Операции', value: operations.map(operationWords).join('\n') },
    { label: 'Период', value: monthWords(month) },
    { label: 'Кто возражает', value: who },
  ].filter(({ value }) => value !== '');
}

function operationWords({ id, cardNumber, at, sum }: DisputedOperation): string {
  return `№ ${id} от ${formatMoment(at)}, карта ${cardNumber}, ${formatRubles(sum)}`;
}

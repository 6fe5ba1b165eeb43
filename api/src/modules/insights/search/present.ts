import type { z } from 'zod';
import { OPERATION_STATUS_TITLE, OPERATION_TYPE_TITLE } from '#contract/ids.ts';
import { toRubles } from '#contract/kopecks.ts';
import { INVOICE_STATUS_TITLE } from '#contract/money/money.ts';
import type { foundInvoice, foundOperation, searchEverything } from '#contract/insights/search.ts';
import type { FoundOperation } from '../../fuel/history/search-operations.ts';
import { invoiceNumber, invoiceStatus } from '../../money/invoices/invoices.ts';
import type { FoundInvoice } from '../../money/invoices/search-invoices.ts';
import type { Found } from './search-everything.ts';

export function presentFound(
  { operations, invoices, documents }: Found,
  invoicePrefix: string,
): z.input<NonNullable<(typeof searchEverything)['data']>> {
  return {
    operations: operations.map(presentOperation),
    invoices: invoices.map((invoice) => presentInvoice(invoice, invoicePrefix)),
    documents,
  };
}

function presentOperation(found: FoundOperation): z.input<typeof foundOperation> {
  const { card, typeId, statusId } = found;
  return {
    id: found.id,
    card: { id: card.id, card_number: card.number, comment: card.comment },
    type: { id: typeId, title: OPERATION_TYPE_TITLE[typeId] },
    goods: found.goodsTitle,
    sum: toRubles(found.sum),
    day: found.day,
    status: { id: statusId, title: OPERATION_STATUS_TITLE[statusId] },
  };
}

function presentInvoice(invoice: FoundInvoice, prefix: string): z.input<typeof foundInvoice> {
  const status = invoiceStatus(invoice);
  return {
    id: invoice.id,
    number: invoiceNumber(prefix, invoice.serial),
    date: invoice.issuedOn,
    sum: toRubles(invoice.sum),
    status_id: status,
    status: INVOICE_STATUS_TITLE[status],
    page: invoice.page,
  };
}

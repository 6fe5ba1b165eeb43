import type { z } from 'zod';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { advanceReturn as advanceReturnShape } from '#contract/money/advance-returns.ts';
import type {
  bankBalance as balanceShape,
  payment as paymentShape,
  readRequisites,
} from '#contract/money/bank.ts';
import type { Operator } from '../../../operator.ts';
import { invoiceNumber, type NamedInvoice } from '../invoices/invoices.ts';
import type { AdvanceReturn } from './returns/advance-return.ts';
import { isHarmless, type BankDifference, type ComparedBalance } from './balances/find-bank-differences.ts';
import type { StoredBalance } from './bank-file-store.ts';
import { differenceSentence } from './balances/list-balance-warnings.ts';
import { listPaidParts, type ComparedPayment, type PaidPart, type Payment } from './payment.ts';

/** A payment as the programme's staff sees it (docs/calls.md 7). */
export function presentPayment(
  payment: ComparedPayment,
  namedInvoices: readonly NamedInvoice[],
  prefix: string,
): z.input<typeof paymentShape> {
  const { invoice, suggestion, lastCorrection, owner } = payment;
  return {
    ...presentDocument(payment),
    look_alikes: payment.lookAlikes.map(presentDocument),
    note: payment.note,
    unconfirmed: payment.unconfirmed,
    suggestion: suggestion && {
      company_id: suggestion.companyId,
      company: suggestion.company,
      invoice_id: suggestion.invoiceId,
    },
    network: payment.network,
    invoice: presentInvoice(invoice, payment.parts, prefix),
    invoices: presentParts(listPaidParts(payment), prefix),
    named_invoices: namedInvoices.map(({ id, serial, unpaid, company }) => ({
      id,
      number: invoiceNumber(prefix, serial),
      unpaid: toRubles(unpaid),
      company,
    })),
    correction: lastCorrection && {
      company: lastCorrection.company,
      invoice: presentInvoice(lastCorrection.invoice, lastCorrection.parts, prefix),
      invoices: presentParts(listPaidParts({ ...lastCorrection, sum: payment.sum }), prefix),
      reason: lastCorrection.reason,
      at: lastCorrection.at.toISOString(),
    },
    owner: owner && {
      id: owner.id,
      firstname: owner.firstname,
      lastname: owner.lastname,
      taken_at: owner.takenAt.toISOString(),
    },
  };
}

function presentDocument(payment: Payment): z.input<typeof paymentShape>['look_alikes'][number] {
  return {
    id: payment.id,
    state: payment.state,
    number: payment.number,
    date: payment.datedOn,
    credited_on: payment.creditedOn,
    sum: toRubles(payment.sum),
    payer: payment.payer,
    purpose: payment.purpose,
    company: payment.company,
    kind: payment.file ? 'statement' : 'sbp',
    file: payment.file && { name: payment.file.name, loaded_at: payment.file.loadedAt.toISOString() },
    came_at: payment.cameAt.toISOString(),
  };
}

/** The only invoice that is paid, wholly or in part. */
function presentInvoice(
  invoice: Payment['invoice'],
  parts: readonly PaidPart[],
  prefix: string,
): z.input<typeof paymentShape>['invoice'] {
  const [part, ...others] = parts;
  const only = invoice ?? (part && others.length === 0 ? { id: part.invoiceId, serial: part.serial } : null);
  return only && { id: only.id, number: invoiceNumber(prefix, only.serial) };
}

function presentParts(parts: readonly PaidPart[], prefix: string): z.input<typeof paymentShape>['invoices'] {
  return parts.map(({ invoiceId, serial, sum }) => ({
    id: invoiceId,
    number: invoiceNumber(prefix, serial),
    sum: toRubles(sum),
  }));
}

/** The bank's figures of some days beside our documents. */
export function presentBalance({
  balance,
  known,
  expectedClosing,
}: ComparedBalance<StoredBalance>): z.input<typeof balanceShape> {
  const money = (sumKopecks: number) => toRubles(kopecks(sumKopecks));
  const { id, account, from, to, opening, credited, debited, closing, file } = balance;
  return {
    id,
    account,
    date_from: from,
    date_to: to,
    opening: money(opening),
    credited: credited === null ? null : money(credited),
    debited: debited === null ? null : money(debited),
    closing: money(closing),
    known: {
      to_clients: money(known.toClients),
      waiting: money(known.waiting),
      own: money(known.ownIncoming),
      debited: money(known.debited),
    },
    expected_closing: money(expectedClosing),
    file: { name: file.name, loaded_at: file.loadedAt.toISOString() },
  };
}

export function presentFinding(found: BankDifference): { kind: string; sentence: string; harmless: boolean } {
  return { kind: found.kind, sentence: differenceSentence(found), harmless: isHarmless(found) };
}

/** Presents a payment to a client for the programme's staff. */
export function presentAdvanceReturn(found: AdvanceReturn): z.input<typeof advanceReturnShape> {
  return {
    id: found.id,
    state: found.state,
    number: found.number,
    date: found.datedOn,
    debited_on: found.debitedOn,
    sum: toRubles(found.sum),
    payee: found.payee,
    purpose: found.purpose,
    company: found.company,
    own_sum: toRubles(found.ownFunds),
    reason: found.reason,
    decided_by: found.decidedBy,
    decided_at: found.decidedAt?.toISOString() ?? null,
    revision: found.reopenings.length,
    reopenings: found.reopenings.map((reopening) => ({
      state: reopening.state,
      decided_reason: reopening.decidedReason,
      decided_by: reopening.decidedBy,
      decided_at: reopening.decidedAt.toISOString(),
      reason: reopening.reason,
      reopened_by: reopening.reopenedBy,
      reopened_at: reopening.reopenedAt.toISOString(),
    })),
  };
}

/** The programme's own requisites, as invoices print them. */
export function presentRequisites({
  requisites,
}: Operator): z.input<NonNullable<(typeof readRequisites)['data']>> {
  const { name, inn, kpp, account, bik, bank } = requisites;
  return { name, inn, kpp, account, bik, bank };
}

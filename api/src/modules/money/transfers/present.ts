import type { z } from 'zod';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { cardMovementsPreview } from '#contract/many-movements.ts';
import type { clientBalances, creditTerms } from '#contract/money.ts';
import type { statement as statementShape } from '#contract/statement.ts';
import { availableFunds, ownFunds, partnerSum, unusedCredit, type Balances } from '../posting/balances.ts';
import type { clientCredit, creditChange } from '#contract/credits.ts';
import type { CreditChangeRecord, KeptTerms } from './credit-list-store.ts';
import type { ListedCredit } from './list-credits.ts';
import type { MovementsPreview } from './preview-card-movements.ts';
import type { DatedCredit } from './read-credit.ts';
import type { Statement } from './statement.ts';

/** A company's money as `GET /api/client/{id}` shows it (docs/calls.md 5). */
export function presentBalances(balances: Balances): z.input<typeof clientBalances> {
  return {
    uses_edo: balances.usesEdo,
    accounts: balances.partners.map((one) => ({
      id: one.accountId,
      partner_id: one.partnerId,
      name: one.title,
      sum: toRubles(partnerSum(one)),
    })),
    notDistSum: toRubles(availableFunds(balances)),
    ownFunds: toRubles(ownFunds(balances)),
    creditSum: toRubles(balances.credit),
    creditAvailable: toRubles(unusedCredit(balances)),
  };
}

/** What would become of each card, in rubles. */
export function presentPreview(preview: MovementsPreview): z.input<typeof cardMovementsPreview> {
  return {
    lines: preview.lines.map((one) => ({
      card_id: one.cardId,
      outcome: one.outcome,
      message: one.message,
      sum: toRubles(one.sum),
      now: one.card && toRubles(one.card.balance),
      on_its_way: toRubles(one.card?.onItsWay ?? kopecks(0)),
      repays: toRubles(one.repays),
      after: one.card && toRubles(one.after),
    })),
    cards: preview.cards,
    total: toRubles(preview.total),
    unallocated: {
      now: toRubles(preview.available.now),
      after: preview.available.after === null ? null : toRubles(preview.available.after),
    },
    subject: preview.subject,
  };
}

/** A company's credit: rubles, days as they are. */
export function presentCredit({ terms, debt }: DatedCredit): z.input<typeof creditTerms> {
  return {
    creditSum: toRubles(terms.credit),
    creditDaysForPayment: terms.daysForPayment,
    creditDaysWithoutPayment: terms.daysWithoutPayment,
    debt: debt && { ...debt, sum: toRubles(debt.sum) },
  };
}

/** A statement of the account on the wire: rubles, moments in ISO 8601. */
export function presentStatement(statement: Statement): z.input<typeof statementShape> {
  return {
    place: statement.place,
    date_from: statement.period.from,
    date_to: statement.period.to,
    opening: toRubles(statement.opening),
    came_in: toRubles(statement.cameIn),
    went_out: toRubles(statement.wentOut),
    closing: toRubles(statement.closing),
    movements: statement.movements.map((one) => ({
      id: one.id,
      at: one.at.toISOString(),
      description: one.description,
      from: one.from,
      to: one.to,
      sum: toRubles(one.sum),
      moved: toRubles(one.moved),
      balance: toRubles(one.balance),
    })),
  };
}

/** A client's credit for staff. */
export function presentClientCredit(credit: ListedCredit): z.input<typeof clientCredit> {
  const { terms, used, debt } = credit;
  return {
    id: credit.id,
    inn: credit.inn,
    title: credit.title,
    ...presentTerms(terms),
    used: toRubles(used),
    left: toRubles(kopecks(Math.max(0, terms.credit - used))),
    indebted_since: debt?.since ?? null,
    late_since: debt?.late && debt.payUntil ? dayAfter(debt.payUntil) : null,
    changes: credit.changes,
    changed_at: credit.changedAt?.toISOString() ?? null,
    changed_by: credit.changedBy,
  };
}

export function presentCreditChange(change: CreditChangeRecord): z.input<typeof creditChange> {
  return {
    id: change.id,
    before: presentTerms(change.before),
    after: presentTerms(change.after),
    used: toRubles(change.used),
    reason: change.reason,
    changed_at: change.changedAt.toISOString(),
    changed_by: change.changedBy,
  };
}

function presentTerms({ credit, daysForPayment, daysWithoutPayment }: KeptTerms) {
  return {
    creditSum: toRubles(credit),
    creditDaysForPayment: daysForPayment,
    creditDaysWithoutPayment: daysWithoutPayment,
  };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

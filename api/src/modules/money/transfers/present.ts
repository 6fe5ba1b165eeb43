import { addDays } from '../../../lib/days.ts';
import type { z } from 'zod';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { cardMovementsPreview } from '#contract/money/many-movements.ts';
import type { clientBalances, creditTerms } from '#contract/money/money.ts';
import type { statement as statementShape } from '#contract/money/statement.ts';
import { availableFunds, ownFunds, partnerSum, unusedCredit, type Balances } from '../posting/balances.ts';
import type { clientCredit, creditChange } from '#contract/money/credits.ts';
import type { CreditChangeRecord, ListedCredit } from './list-credits.ts';
import type { MovementsPreview } from './preview-card-movements.ts';
import type { DatedCredit, StoredTerms } from './credit.ts';
import type { Statement } from './statement/statement.ts';

/** A company's money as `GET /api/client/{id}` shows it (docs/calls.md 5). */
export function presentBalances(balances: Balances): z.input<typeof clientBalances> {
  return {
    uses_edo: balances.usesEdo,
    accounts: balances.partners.map((partner) => ({
      id: partner.accountId,
      partner_id: partner.partnerId,
      name: partner.title,
      sum: toRubles(partnerSum(partner)),
    })),
    notDistSum: toRubles(availableFunds(balances)),
    ownFunds: toRubles(ownFunds(balances)),
    creditSum: toRubles(balances.credit),
    creditAvailable: toRubles(unusedCredit(balances)),
    ...(balances.held && { held: toRubles(balances.held) }),
  };
}

/** Presents the expected result for each card, in rubles. */
export function presentPreview(preview: MovementsPreview): z.input<typeof cardMovementsPreview> {
  return {
    lines: preview.lines.map((line) => ({
      card_id: line.cardId,
      outcome: line.outcome,
      message: line.message,
      sum: toRubles(line.sum),
      now: line.card && toRubles(line.card.balance),
      on_its_way: toRubles(line.card?.onItsWay ?? kopecks(0)),
      repays: toRubles(line.repays),
      after: line.card && toRubles(line.after),
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
    movements: statement.movements.map((movement) => ({
      id: movement.id,
      at: movement.at.toISOString(),
      description: movement.description,
      from: movement.from,
      to: movement.to,
      sum: toRubles(movement.sum),
      moved: toRubles(movement.moved),
      balance: toRubles(movement.balance),
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
    late_since: debt?.late && debt.payUntil ? addDays(debt.payUntil, 1) : null,
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

function presentTerms({ credit, daysForPayment, daysWithoutPayment }: StoredTerms) {
  return {
    creditSum: toRubles(credit),
    creditDaysForPayment: daysForPayment,
    creditDaysWithoutPayment: daysWithoutPayment,
  };
}

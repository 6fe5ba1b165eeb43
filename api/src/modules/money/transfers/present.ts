import type { z } from 'zod';
import { toRubles } from '#contract/kopecks.ts';
import type { clientBalances, creditTerms } from '#contract/money.ts';
import type { statement as statementShape } from '#contract/statement.ts';
import { availableFunds, ownFunds, partnerSum, unusedCredit, type Balances } from '../posting/balances.ts';
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

import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../db/database.ts';
import { moscowDay } from '../lib/money-format.ts';
import type { Transfer, TransferKind } from '../modules/money/ledger/account.ts';
import { postTransfers } from '../modules/money/ledger/post-transfers.ts';
import { saleMoney } from '../modules/fuel/sales/sale-money.ts';
import type { PlannedDistribution, PlannedOperation, PlannedPayment } from './plan.ts';
import type { WrittenCompany } from './write-company.ts';
import type { WrittenEvent } from './write-year.ts';

/**
 * Posts the money of everything that happened, day by day, through the ledger's own core. Throws if a minimum balance
 * would break.
 */
export async function postYear(tx: Db, events: readonly WrittenEvent[]): Promise<void> {
  const balances = new Map<number, Kopecks>();
  for (const day of Map.groupBy(events, ({ event }) => moscowDay(event.at)).values()) {
    const groups = day.flatMap((writtenEvent) => planTransferGroups(writtenEvent, balances));
    const lastAt = day.at(-1)?.event.at as Date;
    const postings = await postTransfers(tx, lastAt, groups);
    const refused = postings.findIndex((posting) => !posting.ok || posting.repeated);
    if (refused >= 0) throw new Error(`the demonstration can't post ${groups[refused]?.[0]?.requestId}`);
  }
}

/** The transfers that the product itself would have made. */
function planTransferGroups(written: WrittenEvent, balances: Map<number, Kopecks>): Transfer[][] {
  const { company, id } = written;
  if (written.event.kind === 'operation') return operationGroups(company, id, written.event, balances);
  if (written.event.kind === 'payment' && 'key' in written) {
    return [recordBalances(balances, paymentTransfers(company, id, written.event, written.key))];
  }
  return [recordBalances(balances, distributionTransfers(company, id, written.event as PlannedDistribution))];
}

function operationGroups(
  company: WrittenCompany,
  id: number,
  event: PlannedOperation,
  balances: Map<number, Kopecks>,
): Transfer[][] {
  const { topUp, payout, purchase, refund } = OPERATION_TYPE;
  if (event.typeId === purchase || event.typeId === refund) {
    return [recordBalances(balances, saleTransfers(company, id, event, balances))];
  }
  if (event.typeId !== topUp && event.typeId !== payout) return [];
  const card = company.accountAt({ kind: 'card', cardId: company.cardIds[event.card] as number });
  const unallocated = company.accountAt({ kind: 'unallocated' });
  const inTransit = company.accountAt({ kind: 'in-transit' });
  const name = event.typeId === topUp ? 'transfer' : 'payout';
  const [source, target] = event.typeId === topUp ? [unallocated, card] : [card, unallocated];
  const isDone = event.statusId === OPERATION_STATUS.done;
  const end = isDone ? 'settle' : 'void';
  const move = (step: string, kind: TransferKind, from: number, to: number): Transfer[] =>
    recordBalances(balances, [
      {
        requestId: `operation:${id}:${step}`,
        kind,
        companyId: company.id,
        fromAccountId: from,
        toAccountId: to,
        amount: event.sum,
        subject: { kind: 'operation', id },
      },
    ]);
  return [
    move('reserve', `reserve-${name}`, source, inTransit),
    move(end, `${end}-${name}`, inTransit, isDone ? target : source),
  ];
}

function saleTransfers(
  company: WrittenCompany,
  id: number,
  event: PlannedOperation,
  balances: Map<number, Kopecks>,
): Transfer[] {
  const card = company.plan.cards[event.card];
  const cardId = company.cardIds[event.card];
  if (!card || cardId === undefined || !event.sale) throw new Error(`operation ${id} is no sale of a card`);
  const { partnerId } = card;
  const accounts = {
    card: company.accountAt({ kind: 'card', cardId }),
    partner: company.accountAt({ kind: 'partner', partnerId }),
    debt: company.accountAt({ kind: 'debt', partnerId }),
    network: company.accountAt({ kind: 'network', partnerId }),
  };
  const isSale = event.typeId === OPERATION_TYPE.purchase;
  const getBalance = (account: number): Kopecks => balances.get(account) ?? kopecks(0);
  const { parts, owed } = saleMoney(
    {
      // It never came through the feed.
      sequence: 0,
      kind: isSale ? 'sale' : 'refund',
      externalId: event.key,
      cardNumber: card.number,
      goodsId: event.sale.goodsId,
      goodsTitle: event.sale.goodsTitle,
      centilitres: event.sale.centilitres,
      unitPriceKopecks: event.sale.unitPrice,
      sumKopecks: event.sum,
      address: event.sale.address,
      soldAt: event.at,
    },
    {
      card: getBalance(accounts.card),
      partner: getBalance(accounts.partner),
      debt: getBalance(accounts.debt),
      shortfall: kopecks(0),
    },
  );
  if (owed > 0) throw new Error(`sale ${event.key} of the demonstration is not covered by its card`);
  return parts.map(({ account, from, to, amount }) => ({
    requestId: `sale:${partnerId}:${event.key}:${account}`,
    kind: isSale ? 'purchase' : 'refund',
    companyId: company.id,
    fromAccountId: accounts[from],
    toAccountId: accounts[to],
    amount,
    subject: { kind: 'operation', id },
  }));
}

function paymentTransfers(
  company: WrittenCompany,
  id: number,
  event: PlannedPayment,
  key: string,
): Transfer[] {
  return [
    {
      requestId: `bank:${key}`,
      kind: 'invoice-paid',
      companyId: company.id,
      fromAccountId: company.accountAt({ kind: 'bank' }),
      toAccountId: company.accountAt({ kind: 'unallocated' }),
      amount: event.sum,
      subject: { kind: 'bank-payment', id },
    },
  ];
}

function distributionTransfers(company: WrittenCompany, id: number, event: PlannedDistribution): Transfer[] {
  return event.sums.map(({ partnerId, sum }) => {
    const unallocated = company.accountAt({ kind: 'unallocated' });
    const partner = company.accountAt({ kind: 'partner', partnerId });
    const [fromAccountId, toAccountId] =
      event.direction === 'distribute' ? [unallocated, partner] : [partner, unallocated];
    return {
      requestId: `distribution:${id}:${event.direction}:${partnerId}`,
      kind: event.direction,
      companyId: company.id,
      fromAccountId,
      toAccountId,
      amount: sum,
      subject: { kind: 'distribution', id },
    };
  });
}

/** Updates the balances here, because a sale is divided according to the balances at that moment. */
function recordBalances(balances: Map<number, Kopecks>, transfers: Transfer[]): Transfer[] {
  for (const { fromAccountId, toAccountId, amount } of transfers) {
    balances.set(fromAccountId, kopecks((balances.get(fromAccountId) ?? 0) - amount));
    balances.set(toAccountId, kopecks((balances.get(toAccountId) ?? 0) + amount));
  }
  return transfers;
}

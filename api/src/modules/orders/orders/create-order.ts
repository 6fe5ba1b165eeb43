import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { REQUIRED } from '#contract/fields.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal, notAllowed, notFound } from '../../../errors.ts';
import type { RegistryCompany } from '../../../gateways/company-registry/company-registry.ts';
import { assertDelegatedSum } from '../../companies/delegations/assert-delegated-sum.ts';
import { carryOutOnce, type RequestKey } from '../../../http/request-key.ts';
import type { Session } from '../../../http/session.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { readPerson } from '../../messaging/users/users.ts';
import { checkInn } from '../../companies/companies/check-inn.ts';
import { findCompany, type CompanyRecord } from '../../companies/companies/companies.ts';
import { joinProgramme } from '../../companies/companies/programme-membership.ts';
import { openCompanyAccounts } from '../../money/ledger/new-accounts.ts';
import { spendCode } from '../../messaging/sms-codes/check-code.ts';
import { mayRuleApprove } from './approve-first-order.ts';
import {
  checkOrderCode,
  chooseItems,
  readDeliveryPrice,
  sumOfOrder,
  type ChosenItem,
  type ItemInput,
} from './choose-items.ts';
import { hasApprovedOrder, insertOrder, type Address, type Recipient } from './order-store.ts';
import { isDismissed } from '../../../http/orderer.ts';

export interface NewOrder {
  session: Session;
  sms: string;
  inn: string | undefined;
  addSum: Kopecks | undefined;
  items: readonly ItemInput[];
  address: Address | undefined;
  recipient: Recipient | undefined;
  requestKey: RequestKey | null;
  /** The author's address, for the audit log. */
  ip: string;
}

export interface OrderMade {
  orderId: number;
  companyId: number;
}

/** Author of an order: a colleague orders for their company; a newcomer orders for a company from the register. */
type Ordering = { joining: null; company: CompanyRecord; scope: CompanyScope } | { joining: RegistryCompany };

/** The demonstration approves a request after this time (docs/calls.md 8). */
const APPROVED_BY_ITSELF_SECONDS = 3;

/**
 * Orders cards (spec sections 2 and 4, docs/calls.md 3). The first order of a new company makes it a client and its
 * author the admin. Refuses: `item`, `inn`, `sms`. The code of a refused order stays good. Returns the same order for
 * the same request key.
 */
export function createOrder(ctx: Context, order: NewOrder): Promise<OrderMade> {
  return carryOutOnce(ctx, order.requestKey, {
    async check() {
      const items = await chooseItems(ctx, order.items);
      const ordering = await readOrdering(ctx, order);
      const deliveryPrice = await readDeliveryPrice(
        ctx,
        ordering.joining ? null : ordering.company.id,
        items,
      );
      if (!ordering.joining)
        assertDelegatedSum(order.session, sumOfOrder({ items, deliveryPrice }, order.addSum));
      const { userId } = order.session;
      const codeId = await checkOrderCode(ctx, { ...order, userId }, { items, deliveryPrice });
      return { items, ordering, codeId, deliveryPrice };
    },
    open: ({ ordering }, work) =>
      ordering.joining ? ctx.db.inSystem(work) : ctx.db.inCompany(ordering.scope, work),
    async write(tx, { items, ordering, codeId, deliveryPrice }, now) {
      await spendCode(tx, codeId, now);
      const companyId = await findOrJoin(ctx, tx, order, ordering, now);
      const orderId = await insertOrder(
        tx,
        await toOrderRow(tx, order, { ordering, companyId, items, deliveryPrice, now }),
      );
      await assertStillClient(tx, companyId);
      const isForRule = mayRuleApprove(ctx, { items, addSum: order.addSum ?? kopecks(0) });
      if (isForRule)
        await enqueueJob(tx, 'approve-first-order', { companyId }, { key: `first-order:${companyId}` });
      // A new company shows the rule in the demonstration too: its order waits for its payment.
      if (ctx.config.demo && !(isForRule && ordering.joining))
        await approveSoon(tx, orderId, { now, seconds: APPROVED_BY_ITSELF_SECONDS });
      else if (await mayIssueAtOnce(tx, companyId, items))
        await approveSoon(tx, orderId, { now, seconds: 0 });
      return { orderId, companyId };
    },
  });
}

async function readOrdering(ctx: Context, { session, inn }: NewOrder): Promise<Ordering> {
  if (!session.company) {
    if (inn === undefined) throw fieldRefusal('inn', REQUIRED);
    return { joining: await checkInn(ctx, inn, session.userId) };
  }
  const company = await findCompany(ctx.db.system, session.company.id);
  if (!company) throw notFound('Компания не найдена');
  if (isDismissed(session)) {
    // A person without a role orders nothing for that company; for a company of their own they are a newcomer.
    if (inn === undefined || inn === company.inn) throw notAllowed();
    return { joining: await checkInn(ctx, inn, session.userId) };
  }
  // An order for another INN brings a further company of the same person into the programme.
  if (inn !== undefined && inn !== company.inn) return { joining: await checkInn(ctx, inn, session.userId) };
  if (!session.company.isClient) return { joining: await checkInn(ctx, company.inn, session.userId) };
  return { joining: null, company, scope: session.company.scope };
}

/** Refuses another company's INN, which is a mistake. Only newcomers need to send an INN (spec section 7). */
export function assertOwnInn(input: string | undefined, own: string): void {
  if (input !== undefined && input !== own)
    throw fieldRefusal('inn', `Вы заказываете карты для компании с ИНН ${own}`);
}

/** The first order of a company makes it a client. A company that joins has no money and no credit. */
async function findOrJoin(
  ctx: Context,
  tx: Db,
  { session, ip }: NewOrder,
  ordering: Ordering,
  now: Date,
): Promise<number> {
  if (!ordering.joining) return ordering.company.id;
  const { companyId, isNew } = await joinProgramme(tx, {
    userId: session.userId,
    company: ordering.joining,
    ip,
    now,
    asksProof: ctx.config.firstAdminProofs.length > 0,
  });
  if (isNew) await openCompanyAccounts(tx, companyId, kopecks(0));
  return companyId;
}

async function toOrderRow(
  tx: Db,
  order: NewOrder,
  {
    ordering,
    ...known
  }: { ordering: Ordering; companyId: number; items: ChosenItem[]; deliveryPrice: Kopecks; now: Date },
): Promise<Parameters<typeof insertOrder>[1]> {
  return {
    ...known,
    authorId: order.session.userId,
    address: order.address ?? (ordering.joining ?? ordering.company).address,
    recipient: order.recipient ?? (await ownName(tx, order.session.userId)),
    addSum: order.addSum ?? kopecks(0),
    registry: ordering.joining,
  };
}

/** The author's company may have been rejected while this order was on its way: the insert has waited for that. */
async function assertStillClient(tx: Db, companyId: number): Promise<void> {
  if (!(await findCompany(tx, companyId))?.clientSince) throw notAllowed();
}

async function ownName(tx: Db, userId: number): Promise<{ firstname: string; lastname: string }> {
  const { firstname, lastname } = await readPerson(tx, userId);
  return { firstname: firstname ?? '', lastname: lastname ?? '' };
}

/** Virtual cards of a company whose order was approved before wait for no one. */
async function mayIssueAtOnce(tx: Db, companyId: number, items: readonly ChosenItem[]): Promise<boolean> {
  return items.every(({ isVirtual }) => isVirtual) && (await hasApprovedOrder(tx, companyId));
}

async function approveSoon(
  tx: Db,
  orderId: number,
  { now, seconds }: { now: Date; seconds: number },
): Promise<void> {
  const runAt = new Date(now.getTime() + seconds * 1000);
  await enqueueJob(tx, 'approve-request', { requestId: orderId }, { runAt });
}

import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { SANDBOX_CARDS, SANDBOX_DAYS_BEHIND, SANDBOXES_A_DAY } from '#contract/companies/sandbox.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope, type CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notFound, Refusal } from '../../../errors.ts';
import { formatTimeShort } from '../../../lib/money-format.ts';
import { insertSandboxCards } from '../../cards/cards/cards.ts';
import { insertSandboxCompany } from '../../companies/companies/companies.ts';
import { insertMissingFeeds } from '../../fuel/sales/feeds.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { openCardAccounts, openSandboxAccounts } from '../../money/ledger/new-accounts.ts';
import { insertMissingPartners } from '../../programme/partners/partners.ts';
import { closeSandbox } from './close-sandbox.ts';
import { fillCards } from './fill-cards.ts';
import { issueTestCards } from './issue-test-cards.ts';
import { paySandbox } from './pay-sandbox.ts';
import { NO_SANDBOX } from './sandbox.ts';
import { countMadeSince, insertSandbox, lockSandboxOfCompany } from './sandbox-store.ts';
import { endSilence } from './silence-test-network.ts';

const ON_CARD = kopecks(20_000_00);
const UNALLOCATED = kopecks(300_000_00);
const DAY_MS = 86_400_000;

export interface SandboxOrder {
  scope: CompanyScope;
  adminId: number;
  /** Closes the present sandbox, which must exist. */
  anew: boolean;
}

/**
 * Makes a company's sandbox: a company without members, with open cards of the simulated network and money. Its clock
 * starts in the past, so that it can be moved forward without future dates. Refuses: 409 there is one; 429 too many in
 * a day, because all their books stay.
 */
export async function makeSandbox(ctx: Context, { scope, adminId, anew }: SandboxOrder): Promise<void> {
  await assertSandboxLimit(ctx.db.system, scope, ctx.clock.now());
  const numbers = await issueTestCards(ctx, { count: SANDBOX_CARDS, balanceKopecks: ON_CARD });
  const closed = await ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    const before = await lockSandboxOfCompany(tx, scope.companyId);
    if (before && !anew) throw conflict('Песочница у компании уже есть');
    if (!before && anew) throw notFound(NO_SANDBOX);
    await assertSandboxLimit(tx, scope, now);
    if (before) await closeSandbox(tx, { sandbox: before, adminId, now });
    await prepareNetwork(tx);
    const companyId = await insertSandboxCompany(tx, scope.companyId, now);
    const clockAt = new Date(now.getTime() - SANDBOX_DAYS_BEHIND * DAY_MS);
    await insertSandbox(tx, { companyId, parentId: scope.companyId, madeBy: adminId, now, clockAt });
    await openSandboxAccounts(tx, companyId);
    const cardIds = await insertSandboxCards(tx, { companyId, numbers, now });
    await openCardAccounts(tx, companyId, cardIds);
    await lockMoney(tx, [companyId]);
    const made = mintCompanyScope(companyId);
    await paySandbox(tx, made, { sum: UNALLOCATED, clockAt, userId: adminId, now });
    await fillCards(tx, made, { cardIds, sum: ON_CARD, now });
    await recordEvent(tx, { at: now, what: 'sandbox-made', targets: [{ kind: 'company', id: companyId }] });
    return before;
  });
  if (closed) await endSilence(ctx, closed.companyId);
  await ctx.rereadNetworks();
}

async function assertSandboxLimit(db: Db, { companyId }: CompanyScope, now: Date): Promise<void> {
  const dayBefore = new Date(now.getTime() - DAY_MS);
  const { count, oldest } = await countMadeSince(db, companyId, dayBefore);
  if (count < SANDBOXES_A_DAY || oldest === null) return;
  const freeAt = new Date(oldest.getTime() + DAY_MS);
  const retryAfterSeconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000));
  const when = formatTimeShort(freeAt);
  throw new Refusal(
    429,
    'too-often',
    `За сутки песочницу создают не больше ${SANDBOXES_A_DAY} раз. Повторите ${when}`,
    {
      retryAfterSeconds,
    },
  );
}

/** The sandboxes' network exists from the first sandbox on. No order can name it, because it is no network of the programme. */
async function prepareNetwork(tx: Db): Promise<void> {
  await insertMissingPartners(tx, [
    { id: SANDBOX_NETWORK, key: 'sandbox', title: 'Песочница', active: false, cardPriceKopecks: 0 },
  ]);
  await insertMissingFeeds(tx);
}

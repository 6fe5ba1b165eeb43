import { PARTNER_IDS, type FirstPartnerId } from '#contract/ids.ts';
import { checkBooks } from '../../../api/src/modules/backoffice/reconciliation/check-books.ts';
import { checkOwners } from '../actions/group-owner.ts';
import { checkScreens } from './check-screens.ts';
import { checkProgramme } from './check-programme.ts';
import { sumPrices, splitExtra, cardFees } from '../tariffs.ts';
import { chargedBeside, ownPart } from '../company-money.ts';
import { signed, total, type Card, type Company, type Sale } from '../truth.ts';
import { Failure, type World } from '../world.ts';

const SCREENS_EVERY = 3;

/** Checks the whole books while nothing is under way, so that each sum has one right value. */
export async function checkDay(world: World): Promise<void> {
  const books = await readBooks(world);
  const reported = listReportedSales(world);
  const day = Math.floor(world.outside.clock.now().getTime() / 86_400_000);
  for (const [place, company] of world.truth.companies.entries()) {
    checkMoney(world, company, { books, reported });
    for (const card of company.cards) checkCard(world, card, { books, reported });
    // The books of all companies are checked; the screens of their people take turns.
    if (place % SCREENS_EVERY === day % SCREENS_EVERY)
      await checkScreens(world, company, {
        reported: reported.filter((sale) => sale.company === company),
        unallocated: books.balances.get(getAccountKey(company.id, 'unallocated')) ?? 0,
      });
  }
  await checkProgramme(world, reported);
  await checkOwners(world, ({ id }) => readDebt(books, id));
  await checkOpenCases(world);
  const differences = await checkBooks(world.portal.ctx.db.system);
  if (differences.length > 0) throw new Failure(`the books disagree: ${JSON.stringify(differences[0])}`);
}

/** Returns the sales that the networks have reported by now; they report the others later. */
export function listReportedSales({ truth, outside }: World): Sale[] {
  const now = outside.clock.now().getTime();
  return truth.sales.filter(({ reportedAt }) => reportedAt.getTime() <= now);
}

interface Books {
  /** Keyed by company, kind, partner and card. */
  balances: Map<string, number>;
  cards: Map<
    number,
    { status: number; shortfall: number; limit: number | null; partner: number; company: number }
  >;
}

async function readBooks({ outside }: World): Promise<Books> {
  const { rows: accounts } = await outside.owner.query(
    'select company_id, kind, partner_id, card_id, balance_kopecks as balance from ledger_account',
  );
  const { rows: cards } = await outside.owner.query(
    `select id, company_id as company, partner_id as partner, status_id as status, shortfall_kopecks as shortfall,
       limit_count as limit from card`,
  );
  return {
    balances: new Map(
      accounts.map((account) => [
        getAccountKey(account.company_id, account.kind, account.partner_id ?? account.card_id),
        Number(account.balance),
      ]),
    ),
    cards: new Map(cards.map((card) => [Number(card.id), card])),
  };
}

function getAccountKey(companyId: number, kind: string, of: number | null = null): string {
  return `${companyId} ${kind} ${of ?? ''}`;
}

/** Kopecks that a company owes: its credit in use, and fuel that nothing has paid. */
function readDebt({ balances }: Books, companyId: number): number {
  const unallocated = balances.get(getAccountKey(companyId, 'unallocated')) ?? 0;
  const fuel = PARTNER_IDS.map((id) => balances.get(getAccountKey(companyId, 'debt', id)) ?? 0);
  return Math.max(0, -unallocated) - total(fuel);
}

interface DaySnapshot {
  books: Books;
  reported: readonly Sale[];
}

function checkMoney({ truth }: World, company: Company, { books, reported }: DaySnapshot): void {
  const on = (kind: string, of: number | null = null): number =>
    books.balances.get(getAccountKey(company.id, kind, of)) ?? 0;
  const assertEqual = (what: string, is: number, should: number): void => {
    if (is !== should)
      throw new Failure(`company ${truth.companies.indexOf(company)}: ${what} is ${is}, must be ${should}`);
  };
  const assertWithin = (what: string, is: number, from: number, to: number): void => {
    if (is < from || is > to)
      throw new Failure(
        `company ${truth.companies.indexOf(company)}: ${what} is ${is}, must be from ${from} to ${to}`,
      );
  };
  const sales = reported.filter((sale) => sale.company === company);
  const own = ownPart(company);
  const { taken, given } = splitExtra(sales);
  assertWithin('unallocated', on('unallocated'), own - taken - cardFees(company), own + given);
  assertEqual('in transit', on('in-transit'), 0);
  const { discount, surcharge, fee } = sumPrices(sales);
  const corrected = total(company.corrections.map(({ sum }) => sum));
  assertEqual('programme', on('programme'), surcharge + fee - discount + cardFees(company) - corrected);
  let everywhere = on('unallocated');
  let must = own - chargedBeside(company, reported);
  for (const partnerId of PARTNER_IDS) {
    const mine = sales.filter(({ card }) => card.partnerId === partnerId);
    const fuel = total(mine.map(signed));
    assertEqual(`fuel of ${partnerId}`, on('network', partnerId), fuel);
    const cards = [...books.cards].filter(
      ([, card]) => card.company === company.id && card.partner === partnerId,
    );
    const onCards = total(cards.map(([id]) => on('card', id)));
    const moved = total(
      company.movements.filter(isDoneAt(partnerId)).map(({ toCard, sum }) => (toCard ? sum : -sum)),
    );
    const should = company.distributed[partnerId] - company.revoked[partnerId] + moved - fuel;
    const there = on('partner', partnerId) + on('debt', partnerId) + onCards;
    const extra = splitExtra(mine);
    assertWithin(
      `partner ${partnerId} with its debt and cards`,
      there,
      should - extra.taken - cardFees(company, partnerId),
      should + extra.given,
    );
    everywhere += there;
    must += should;
    const ordered = company.ordered.filter((item) => item.partnerId === partnerId);
    assertEqual(`cards of ${partnerId}`, cards.length, total(ordered.map(({ count }) => count)));
  }
  assertEqual('all of its money', everywhere, must);
}

const isDoneAt =
  (partnerId: FirstPartnerId) =>
  ({ card, done }: Company['movements'][number]): boolean =>
    done === true && card.partnerId === partnerId;

/** Checks that our card and its network's are the same, except for what the network has not reported yet. */
function checkCard({ outside, truth }: World, card: Card, { books, reported }: DaySnapshot): void {
  const ours = books.cards.get(card.id);
  const theirs = outside.networks[card.partnerId].cards.get(card.number);
  const fail = (what: string): never => {
    throw new Failure(`card …${card.number.slice(-6)} of ${card.partnerId}: ${what}`);
  };
  if (!ours || !theirs) return fail('one side does not know it');
  const balance = books.balances.get(getAccountKey(ours.company, 'card', card.id)) ?? 0;
  const known = new Set(reported);
  const untold = total(
    truth.sales.filter((sale) => sale.card.id === card.id && !known.has(sale)).map(signed),
  );
  const left = theirs.balance + untold;
  if (balance - ours.shortfall !== left)
    fail(`${balance} less ${ours.shortfall} of fuel that other money paid for, its network has ${left}`);
  if (balance > 0 && ours.shortfall > 0) fail(`${balance} on it do not pay for its ${ours.shortfall}`);
  if (ours.status !== theirs.status) fail(`its state is ${ours.status}, at its network ${theirs.status}`);
  if ((ours.limit ?? null) !== (theirs.limit?.count ?? null)) fail('its limits differ');
}

/** Checks that the cases under «Разбор» and the payments in review are exactly the expected ones. */
async function checkOpenCases({ outside, truth }: World): Promise<void> {
  const { rows } = await outside.owner.query(
    `select (select count(*) from network_contradiction where kind = 'answer')::int as answers,
       (select count(*) from network_contradiction where kind = 'resale')::int as resales,
       (select count(*) from network_contradiction where kind = 'stray')::int as strays,
       (select count(*) from network_orphan where booked_at is null and closed_at is null)::int as orphans,
       (select count(*) from bank_payment where state = 'review')::int as review,
       (select jsonb_agg(to_jsonb(job) - 'payload') from graphile_worker.jobs job where attempts >= max_attempts) as failed`,
  );
  const contradicted = PARTNER_IDS.filter((id) => !outside.networks[id].feedByDate).map(
    (id) => outside.networks[id].contradicted.size,
  );
  const must = {
    answers: total(contradicted),
    resales: truth.resales.size,
    strays: 0,
    orphans: truth.strangers,
    review: truth.payments.filter(
      ({ expected, timesReported: reported }) => expected === 'review' && reported > 0,
    ).length,
    failed: null,
  };
  if (JSON.stringify(rows[0]) !== JSON.stringify(must))
    throw new Failure(
      `what waits for a person is ${JSON.stringify(rows[0])}, must be ${JSON.stringify(must)}`,
    );
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { seededRandom, type SeededRandom } from '../../../lib/seeded-random.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany, givenStaff, type GivenPerson } from '../../../testing/givens/factories.ts';
import type { AccountKind, AccountPlace, TransferKind } from '../../money/ledger/account.ts';
import {
  openDisputeAccounts,
  openProgrammeAccounts,
  requireAccounts,
} from '../../money/ledger/new-accounts.ts';
import { postTransfers } from '../../money/ledger/post-transfers.ts';
import { sealDays } from '../../money/ledger/seal-days.ts';

/** Runs random movements through the ledger's own posting, and adds them up plainly beside it. */
let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api?.stop());

const DAY_SECONDS = 24 * 3600;
const DAYS = 12;
const MOVEMENTS_A_DAY = 12;
const NETWORKS = [PARTNER.gpn, PARTNER.rn] as const;

/** Kinds of movements with their two sides. Newer versions post the last three kinds. */
const MOVEMENTS: readonly (readonly [kind: string, from: AccountKind, to: AccountKind])[] = [
  ['invoice-paid', 'bank', 'unallocated'],
  ['invoice-paid', 'bank', 'unallocated'],
  ['return-advance', 'unallocated', 'bank'],
  ['reserve-transfer', 'unallocated', 'in-transit'],
  ['settle-transfer', 'in-transit', 'card'],
  ['void-transfer', 'in-transit', 'unallocated'],
  ['distribute', 'unallocated', 'partner'],
  ['purchase', 'card', 'network'],
  ['purchase', 'partner', 'network'],
  ['purchase', 'debt', 'network'],
  ['refund', 'network', 'card'],
  ['repay-debt', 'unallocated', 'debt'],
  ['discount', 'programme', 'unallocated'],
  ['discount', 'unallocated', 'programme'],
  ['surcharge', 'unallocated', 'programme'],
  ['service-fee', 'unallocated', 'programme'],
  ['card-fee', 'unallocated', 'programme'],
  ['monthly-fee', 'unallocated', 'programme'],
  ['correction', 'programme', 'unallocated'],
  ['correction', 'unallocated', 'programme'],
  ['hold-disputed', 'dispute-reserve', 'dispute-hold'],
  ['release-disputed', 'dispute-hold', 'dispute-reserve'],
];

interface Player {
  companyId: number;
  cardId: number;
}

/** A posted movement, as the model knows it. */
interface Posted {
  day: string;
  kind: string;
  from: AccountPlace;
  to: AccountPlace;
  sum: number;
}

async function givenPlayer(): Promise<Player> {
  const { id: companyId } = await givenCompany(api, { creditKopecks: 500_00 });
  const card = await givenCard(api, companyId);
  await openProgrammeAccounts(api.ctx.db.system, [companyId]);
  await openDisputeAccounts(api.ctx.db.system, companyId);
  return { companyId, cardId: card.id };
}

let serial = 0;

/** Posts a random movement; null where a floor refuses it. */
async function move(random: SeededRandom, players: readonly Player[]): Promise<Posted | null> {
  const { companyId, cardId } = random.pick(players);
  const [kind, fromKind, toKind] = random.pick(MOVEMENTS);
  const partnerId = random.pick(NETWORKS);
  const place = (accountKind: AccountKind): AccountPlace => ({
    companyId,
    kind: accountKind,
    ...(accountKind === 'card' && { cardId }),
    ...(['partner', 'debt', 'network'].includes(accountKind) && { partnerId }),
  });
  const [from, to] = [place(fromKind), place(toKind)];
  const sum = random.whole(1, 300_00);
  const now = api.clock.now();
  serial += 1;
  const [outcome] = await api.ctx.db.inSystem(async (tx) => {
    const [fromAccountId = 0, toAccountId = 0] = await requireAccounts(tx, [from, to]);
    const transfer = {
      requestId: `played:${serial}`,
      kind: kind as TransferKind,
      companyId,
      fromAccountId,
      toAccountId,
      amount: kopecks(sum),
      subject: { kind: 'opening' as const, id: serial },
    };
    return postTransfers(tx, now, [[transfer]]);
  });
  return outcome?.ok ? { day: moscowDay(now), kind, from, to, sum } : null;
}

/** Adds up the movements that were dated up to a day. */
function addUp(posted: readonly Posted[], day: string) {
  const until = posted.filter((movement) => movement.day <= day);
  const balance = (accountKind: AccountKind, partnerId?: number) =>
    until.reduce((total, { from, to, sum }) => {
      const isMeant = (place: AccountPlace) =>
        place.kind === accountKind && (partnerId === undefined || place.partnerId === partnerId);
      return total + (isMeant(to) ? sum : 0) - (isMeant(from) ? sum : 0);
    }, 0);
  const caused = (...kinds: string[]) =>
    until
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((total, { to, sum }) => total + (to.kind === 'programme' ? sum : -sum), 0);
  const rubles = (sum: number) => sum / 100;
  return {
    clients: {
      unallocated: rubles(balance('unallocated')),
      partners: rubles(balance('partner')),
      cards: rubles(balance('card')),
      in_transit: rubles(balance('in-transit')),
      debt: rubles(0 - balance('debt')),
    },
    networks: NETWORKS.map((partnerId) => ({ partnerId, sold: rubles(balance('network', partnerId)) }))
      .filter(({ sold }) => sold !== 0)
      .map(({ partnerId, sold }) => ({ partner_id: partnerId, sold, paid: 0, balance: sold }))
      .toSorted((a, b) => a.partner_id - b.partner_id),
    programme: {
      discounts: rubles(caused('discount')),
      surcharges: rubles(caused('surcharge')),
      fees: rubles(caused('service-fee', 'monthly-fee')),
      card_fees: rubles(caused('card-fee')),
      corrections: rubles(caused('correction')),
    },
    disputes: rubles(balance('dispute-hold')),
    received: rubles(0 - balance('bank')),
    difference: 0,
  };
}

async function expectEveryDay(posted: readonly Posted[], days: readonly string[]): Promise<void> {
  for (const day of days) {
    const { status, body } = await api.get(`/staff/api/books?date=${day}`, { token: staff.token });
    expect(status).toBe(200);
    expect(body.data, day).toMatchObject(addUp(posted, day));
  }
}

test(
  'after random movements every day balances to 0 and equals a plain sum',
  { timeout: 300_000 },
  async () => {
    const random = seededRandom(42);
    const players = [await givenPlayer(), await givenPlayer(), await givenPlayer()];
    const posted: Posted[] = [];
    const days: string[] = [];
    for (let day = 0; day < DAYS; day += 1) {
      days.push(moscowDay(api.clock.now()));
      for (let turn = 0; turn < MOVEMENTS_A_DAY; turn += 1) {
        const now = api.clock.now();
        // A clock that goes back dates a movement on a day that may be sealed.
        if (day > 1 && random.chance(0.05)) api.clock.advanceSeconds(-2 * DAY_SECONDS);
        const movement = await move(random, players);
        api.clock.setTo(now);
        if (movement) posted.push(movement);
      }
      if (day % 4 === 3) await expectEveryDay(posted, days);
      api.clock.advanceSeconds(DAY_SECONDS);
      if (random.chance(0.6)) await sealDays(api.ctx);
    }
    expect(posted.length).toBeGreaterThan(DAYS * 4);
    expect(new Set(posted.map(({ kind }) => kind)).size).toBeGreaterThan(12);
    // The first sealing takes seals of late movements back, the second one makes them again.
    for (const seal of ['as it is', 'once more', 'and again']) {
      if (seal !== 'as it is') await sealDays(api.ctx);
      await expectEveryDay(posted, days);
    }
  },
);

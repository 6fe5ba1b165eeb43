import { sql } from 'kysely';
import { expect } from 'vitest';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../context.ts';
import { getOnlyRow, rows } from '../db/database.ts';
import { chooseNetwork } from '../gateways/fuel-network/choose-network.ts';
import type { CommandJournal } from '../gateways/fuel-network/command-journal.ts';
import type { FuelNetwork } from '../gateways/fuel-network/fuel-network.ts';
import { carryOutOperation } from '../modules/fuel/settlement/carry-out-operation.ts';
import { coverShortfalls } from '../modules/fuel/sales/cover-shortfalls.ts';
import { makeCommandJournal } from '../modules/cards/commands/network-commands.ts';
import { pollNetwork } from '../modules/fuel/feeds/poll-network.ts';
import type { TestApi } from './api.ts';
import { expectBooksToAgree } from './expect-books-to-agree.ts';
import { givenCard, givenCode, givenCompany, type GivenCard, type GivenPerson } from './givens/factories.ts';
import { isWriteOutcome, type MoveOutcome, type Step } from './movement-steps.ts';
import type { NetworkPlayer, PlayedSale } from './network-players.ts';

interface PendingOperation {
  id: number;
  card_id: number;
  type_id: number;
  sum: number;
  request: string;
}

class ProcessDied extends Error {}

const DAY = 86_400;
const UNDER_WAY = 601;
const CARDS_KOPECKS = [5000_00, 0];
let serial = 0;

/** One company with two cards of one network, whose processes die and whose network loses answers. */
export async function startMovementGame(api: TestApi, staff: GivenPerson, player: NetworkPlayer) {
  const { partnerId } = player;
  const { system } = api.ctx.db;
  const company = await givenCompany(api, { unallocatedKopecks: 50_000_00 });
  const cards: GivenCard[] = [];
  player.clear();
  for (const balanceKopecks of CARDS_KOPECKS) {
    serial += 1;
    const number = String(7_005_900_000_000_000 + serial * 100);
    player.addCard(number, balanceKopecks);
    cards.push(await givenCard(api, company.id, { partnerId, balanceKopecks, number }));
  }
  /** Future events at the network. */
  const pending: { at: number; happen: () => Promise<void> }[] = [];
  /** Kopecks that a write has given back to a card, because it did not know of a sale. */
  const undone = new Map<number, number>();
  /** Their movements: only a person may end them. */
  const raced = new Set<number>();
  let outcome: MoveOutcome = 'answered';
  let onStarted: () => Promise<void> = () => Promise.resolve();
  let ctx = restarted();

  return { play, end };

  async function play(step: Step): Promise<void> {
    switch (step.kind) {
      case 'move':
        return move(step);
      case 'buy':
        return buy(step);
      case 'contract':
        return player.changeContract(step.sum);
      case 'refund': {
        const sale = makeSale(step.card, -step.sum, 0);
        if (await player.spend(sale)) player.list(sale);
        return;
      }
      case 'time':
        return pass(step.seconds);
      case 'ask':
        return askAll();
      case 'poll':
        return poll();
    }
  }

  async function move(step: Extract<Step, { kind: 'move' }>): Promise<void> {
    // A person waits so long between two codes.
    await pass(46);
    const { id: cardId } = cards[step.card] as GivenCard;
    const sms = await givenCode(api, company.admin, step.toCard ? 'transfer' : 'payout', cardId);
    const form = { sum: step.sum / 100, sms, mode: step.toCard ? 1 : 0 };
    const { status } = await api.post(`/api/card/${cardId}/transaction`, {
      token: company.admin.token,
      form,
    });
    // The card has not enough money.
    if (status !== 200) return;
    const { id } = await getOnlyRow(
      system,
      sql<{ id: number }>`select id from operation where card_id = ${cardId} order by id desc limit 1`,
    );
    outcome = step.outcome;
    player.setOutcome(isWriteOutcome(outcome) ? outcome : outcome === 'raced' ? 'lost' : 'answered');
    onStarted = () => (step.outcome === 'raced' ? race(id, step) : Promise.resolve());
    await attempt(id);
    [outcome, onStarted] = ['answered', () => Promise.resolve()];
    player.setOutcome('answered');
  }

  /** Sells fuel while a wallet is written from what was read before. */
  async function race(id: number, step: Extract<Step, { kind: 'move' }>): Promise<void> {
    const sale = makeSale(step.card, step.sum, 0);
    if (!(await player.spend(sale))) return;
    later(3600, () => Promise.resolve(player.list(sale)));
    if (!player.overwrites) return;
    raced.add(id);
    undone.set(step.card, (undone.get(step.card) ?? 0) + step.sum);
  }

  async function buy(step: Extract<Step, { kind: 'buy' }>): Promise<void> {
    const sale = makeSale(step.card, step.sum, step.skew);
    await scheduleIn(step.deducted, async () => {
      if (!(await player.spend(sale))) return;
      await scheduleIn(Math.max(0, step.listed - step.deducted), () => Promise.resolve(player.list(sale)));
    });
  }

  function makeSale(card: number, kopecks: number, skewSeconds: number): PlayedSale {
    serial += 1;
    const at = new Date(api.clock.now().getTime() + skewSeconds * 1000);
    return { id: `game-${serial}`, number: (cards[card] as GivenCard).number, kopecks, at };
  }

  async function scheduleIn(seconds: number, happen: () => Promise<void>): Promise<void> {
    if (seconds === 0) return happen();
    later(seconds, happen);
  }

  function later(seconds: number, happen: () => Promise<void>): void {
    pending.push({ at: api.clock.now().getTime() + seconds * 1000, happen });
  }

  async function pass(seconds: number): Promise<void> {
    const until = api.clock.now().getTime() + seconds * 1000;
    for (;;) {
      pending.sort((a, b) => a.at - b.at);
      const next = pending[0];
      if (!next || next.at > until) break;
      pending.shift();
      api.clock.advanceSeconds((next.at - api.clock.now().getTime()) / 1000);
      await next.happen();
    }
    api.clock.advanceSeconds((until - api.clock.now().getTime()) / 1000);
  }

  /** A process that has died is started again and remembers nothing. */
  async function attempt(id: number): Promise<void> {
    try {
      await carryOutOperation(ctx, id);
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      ctx = restarted();
    }
  }

  async function askAll(): Promise<void> {
    for (const { id } of await waiting()) await attempt(id);
  }

  async function poll(): Promise<void> {
    await pollNetwork(ctx, partnerId);
    await coverShortfalls(ctx);
  }

  function restarted(): Context {
    const configured = api.ctx.config.networks[partnerId];
    if (!configured) {
      const network = api.ctx.getNetwork(partnerId);
      return { ...api.ctx, getNetwork: () => ({ ...network, send: killableSend(network) }) };
    }
    const journal = killableJournal(makeCommandJournal(system, partnerId));
    const network = chooseNetwork(configured, { partnerId, journal, clock: api.clock });
    return { ...api.ctx, getNetwork: () => network };
  }

  function dieAfter(which: MoveOutcome): void {
    if (outcome === which) throw new ProcessDied(which);
  }

  /** A network that knows request ids needs no journal. */
  function killableSend(network: FuelNetwork): FuelNetwork['send'] {
    return async (command) => {
      dieAfter('dies-before-write');
      const answer = await network.send(command);
      dieAfter('dies-after-write');
      dieAfter('dies-before-booking');
      return answer;
    };
  }

  function killableJournal(journal: CommandJournal): CommandJournal {
    const whenStarted = async (ours: boolean) => {
      if (!ours) return ours;
      await onStarted();
      dieAfter('dies-before-write');
      return ours;
    };
    return {
      ...journal,
      begin: async (entry) => whenStarted(await journal.begin(entry)),
      beginAgain: async (entry, since) => whenStarted(await journal.beginAgain(entry, since)),
      async finish(...input) {
        dieAfter('dies-after-write');
        const answer = await journal.finish(...input);
        dieAfter('dies-before-booking');
        return answer;
      },
    };
  }

  /** Returns how many movements only a person could end. */
  async function end(): Promise<number> {
    for (const seconds of [UNDER_WAY, 3 * DAY, 3 * DAY, UNDER_WAY]) {
      await pass(seconds);
      await poll();
      await askAll();
    }
    const left = (await waiting()).map(({ id }) => id);
    expect(left).toEqual(expect.arrayContaining([...raced]));
    // Each round ends the movement that may have been written and lets the next one of its card go.
    for (let one = await findNextForStaff(); one; one = await findNextForStaff()) {
      await endByPerson(one);
      await askAll();
      await poll();
    }
    for (const card of cards.keys())
      expect([card, await readDifference(card)]).toEqual([card, undone.get(card) ?? 0]);
    await expectBooksToAgree(api);
    return left.length;
  }

  async function findNextForStaff(): Promise<PendingOperation | undefined> {
    const [first] = await waiting();
    return first;
  }

  /** Ends a movement as a person who has checked the card. The difference can only be the movement's own sum, once. */
  async function endByPerson(item: PendingOperation): Promise<void> {
    const card = cards.findIndex(({ id }) => id === item.card_id);
    const behind = (await waiting()).filter(({ id, card_id }) => card_id === item.card_id && id !== item.id);
    // Movements waiting behind it were never written, so a payout's money is still on the card there.
    const unwritten = behind.filter(isPayout).reduce((total, { sum }) => total + sum, 0);
    const difference = (await readDifference(card)) - (undone.get(card) ?? 0) - unwritten;
    expect([0, item.sum], `movement ${item.id}`).toContain(difference);
    const executed = (difference === item.sum) !== isPayout(item);
    const { token } = staff;
    const listed = (await api.get('/staff/api/unclear-movements', { token })).body.data as { id: number }[];
    expect(listed.map(({ id }) => id)).toContain(item.id);
    const json = { executed, reason: 'Кабинет сети' };
    const { status } = await api.post(`/staff/api/unclear-movements/${item.id}/settle`, { token, json });
    expect(status).toBe(200);
  }

  async function waiting(): Promise<PendingOperation[]> {
    return rows(
      system,
      sql<PendingOperation>`
        select id, card_id, type_id, sum_kopecks as sum, network_request_id as request from operation
        where company_id = ${company.id} and status_id = ${OPERATION_STATUS.inProgress}
          and type_id in (${OPERATION_TYPE.topUp}, ${OPERATION_TYPE.payout}) order by id`,
    );
  }

  /**
   * Returns how much more the network has on a card than our books. What its fuel took from elsewhere counts as ours.
   */
  async function readDifference(card: number): Promise<number> {
    const { id, number } = cards[card] as GivenCard;
    const { ours } = await getOnlyRow(
      system,
      sql<{ ours: number }>`
        select account.balance_kopecks - card.shortfall_kopecks as ours
        from card join ledger_account account on account.card_id = card.id where card.id = ${id}`,
    );
    return (await player.leftOn(number)) - ours;
  }
}

function isPayout({ type_id }: PendingOperation): boolean {
  return type_id === OPERATION_TYPE.payout;
}

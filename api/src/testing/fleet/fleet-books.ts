import pg from 'pg';
import { expect } from 'vitest';
import { CARD_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { SeededRandom } from '../../lib/seeded-random.ts';
import type { TestApi } from '../api.ts';
import { expectBooksToAgree } from '../expect-books-to-agree.ts';
import type { GivenCompany } from '../givens/factories.ts';
import type { FleetTurns } from './fleet-turns.ts';
import { getOpenMinutes, type Allowance, type ModelCard, type ModelRule } from './fleet-model.ts';
import type { FleetTruck } from '../givens/given-fleet.ts';

export interface OpenException {
  id: number;
  card_id: number;
}

export type FleetBooks = Awaited<ReturnType<typeof fleetBooks>>;

/** Reads what the portal and the networks have stored of a fleet, bypassing both. */
export async function fleetBooks(api: TestApi, company: GivenCompany) {
  const client = new pg.Client(api.databaseUrl);
  client.on('error', () => undefined);
  await client.connect();
  async function ask<Row>(query: string, ...values: unknown[]): Promise<Row[]> {
    return (await client.query(query, values)).rows as Row[];
  }
  const numbers = async (query: string, ...values: unknown[]) =>
    (await ask<{ id: string }>(query, ...values)).map(({ id }) => Number(id));
  const ofCompany = company.id;

  return {
    close: () => client.end(),

    /** Commands that their network has not answered. */
    waiting: (cardId: number | null = null) =>
      numbers(
        `select id from operation where company_id = $1 and status_id = 2 and ($2::bigint is null or card_id = $2) order by id`,
        ofCompany,
        cardId,
      ),

    /** Returns whether the portal has no more due checks for this card. */
    async isCurrent(cardId: number, now: Date): Promise<boolean> {
      const due = await numbers(
        'select card_id as id from rule_card where card_id = $1 and due_at <= $2 union all select card_id from rule_sale where card_id = $1',
        cardId,
        now,
      );
      return due.length === 0;
    },

    async isSold(externalId: string): Promise<boolean> {
      return (await ask('select from simulated_network.sale where external_id = $1', externalId)).length > 0;
    },

    holdsOf: async (cardId: number) =>
      (
        await ask<{ kind: string }>(
          'select kind from card_hold where card_id = $1 and ended_at is null',
          cardId,
        )
      ).map(({ kind }) => kind),

    async lastRefusal(companyId: number, now: Date): Promise<{ id: number; card_id: number } | null> {
      const [row] = await ask<{ id: string; card_id: string }>(
        `select id, card_id from decline where company_id = $1 and code = 'rule' and at > $2::timestamptz - interval '2 hours'
         order by id desc limit 1`,
        companyId,
        now,
      );
      return row ? { id: Number(row.id), card_id: Number(row.card_id) } : null;
    },

    async openException(random: SeededRandom): Promise<OpenException | null> {
      const found = await ask<{ id: string; card_id: string }>(
        `select id, card_id from rule_exception where company_id = $1 and state in ('asked', 'proposed') order by id desc limit 3`,
        ofCompany,
      );
      if (found.length === 0) return null;
      const { id, card_id } = random.pick(found);
      return { id: Number(id), card_id: Number(card_id) };
    },

    async askedLast(cardId: number): Promise<{ id: number; at: number } | null> {
      const [row] = await ask<{ id: string; at: Date }>(
        `select id, asked_at as at from rule_exception where card_id = $1 and state = 'asked'`,
        cardId,
      );
      return row ? { id: Number(row.id), at: row.at.getTime() } : null;
    },

    isAnswered: async ({ id }: OpenException) =>
      (await numbers(`select id from rule_exception where id = $1 and verdict_at is not null`, id)).length >
      0,

    /**
     * Checks that the right person has the request, and that each person whose turn it was has been notified of it
     * once.
     */
    async expectTurns(turns: FleetTurns): Promise<void> {
      const found = await ask<{ id: string; turn: string; due: Date; state: string; told: string[] }>(
        `select id, turn, due_at as due, state, array(
           select split_part(about, ':', 3) || ':' || split_part(about, ':', 4) from notice_event
           where kind = 'exception-asked' and about like 'exception:' || rule_exception.id || ':%' order by notice_event.id) as told
         from rule_exception where company_id = $1 and asked_by is not null and verdict_at is null order by rule_exception.id`,
        ofCompany,
      );
      const input = found.map(({ id, turn, due, state, told }) => ({
        id: Number(id),
        turn,
        due: due.getTime(),
        state,
        told,
      }));
      const wanted = [...turns.all()].map(([id, { turn, dueAt, isOver, told }]) => ({
        id,
        turn,
        due: dueAt,
        state: isOver ? 'lapsed' : 'asked',
        told,
      }));
      expect(input).toEqual(wanted);
    },

    /** Adds to the model what was allowed, if anything. */
    async takeAllowance({ id }: OpenException, model: ModelCard): Promise<void> {
      const [row] = await ask<{ from: Date; until: Date } & Omit<Allowance, 'from' | 'until'>>(
        `select verdict_at as from, until, rules as kinds, centilitres::int, raises as lacking from rule_exception
         where id = $1 and state = 'approved'`,
        id,
      );
      if (row) model.allowed.push({ ...row, from: row.from.getTime(), until: row.until.getTime() });
    },

    async readOpenings(cardId: number): Promise<ModelCard['openings']> {
      const found = await ask<{ from: Date; until: Date }>(
        'select opened_at as from, until from card_opening where card_id = $1',
        cardId,
      );
      return found.map(({ from, until }) => ({ from: from.getTime(), until: until.getTime() }));
    },

    async readLayerRules(layer: string, subject: number): Promise<ModelRule[]> {
      const [row] = await ask<{ rules: ModelRule[] }>(
        'select rules from rule_layer where company_id = $1 and layer = $2 and subject_id = $3',
        ofCompany,
        layer,
        subject,
      );
      return (row?.rules ?? []).map(({ kind, value }) => ({ kind, value }));
    },

    async closingSignal(): Promise<number | null> {
      const [id] = await numbers(
        `select id from fleet_signal where company_id = $1 and closing = 'closed' and state = 'new' order by id limit 1`,
        ofCompany,
      );
      return id ?? null;
    },

    expectSound: (running: TestApi) => expectBooksToAgree(running),

    /**
     * Checks the state after the loops have run for a moment: a card with a reason to be closed is closed at its
     * network, any other one is open there.
     */
    async expectHeld(trucks: readonly FleetTruck[], checkedAt: Date): Promise<void> {
      const now = checkedAt.getTime();
      const found = await ask<{ card_number: string; status: number; held: string[] }>(
        `select card.card_number, there.status, array(select kind from card_hold where card_id = card.id and ended_at is null order by 1) as held
         from card join simulated_network.card there using (card_number) where company_id = $1`,
        ofCompany,
      );
      for (const { card, model } of trucks) {
        const { status, held } = found.find(({ card_number: number }) => number === card.number)!;
        const expected = held.length > 0 ? CARD_STATUS.blocked : CARD_STATUS.active;
        expect({ card: card.id, held, status }).toEqual({ card: card.id, held, status: expected });
        const isOpen = model.openings.some(({ from, until }) => from <= now && now < until);
        const allowed = model.allowed.some(({ until }) => now < until);
        if (getOpenMinutes(model) !== null && !isOpen && !allowed) expect(held).toContain('rules');
      }
    },

    /** Runs at the end of a day, when everything is reported. */
    async expectAll(running: TestApi, trucks: readonly FleetTruck[]): Promise<void> {
      const now = running.clock.now();
      await expectBooksToAgree(running);
      const booked = await ask<{ card_id: string; type: number; count: number; sum: number }>(
        `select card_id, type_id as type, count(*)::int, sum(centilitres)::int from operation
         where company_id = $1 and type_id in ($2, $3) group by 1, 2`,
        ofCompany,
        OPERATION_TYPE.purchase,
        OPERATION_TYPE.refund,
      );
      for (const { card, model } of trucks) {
        const back = model.bought.filter(({ refundedAt }) => refundedAt !== undefined);
        for (const [type, made] of [
          [OPERATION_TYPE.purchase, model.bought],
          [OPERATION_TYPE.refund, back],
        ] as const) {
          const row = booked.find((item) => Number(item.card_id) === card.id && item.type === type);
          const litres = made.reduce((total, modelPurchase) => total + modelPurchase.centilitres, 0);
          const input = { card: card.id, type, count: row?.count ?? 0, litres: row?.sum ?? 0 };
          expect(input).toEqual({ card: card.id, type, count: made.length, litres });
        }
      }
      // The rules allowed every purchase, so none is reported as a breach of them.
      expect(
        await ask('select card_id, kind, sentence, at from rule_breach where company_id = $1', ofCompany),
      ).toEqual([]);
      const over = `state = 'approved' and until <= $2 or state = 'asked' and due_at <= $2::timestamptz - interval '1 day'`;
      expect(
        await numbers(`select id from rule_exception where company_id = $1 and (${over})`, ofCompany, now),
      ).toEqual([]);
      const unclear = await numbers(
        `select id from decline where company_id = $1 and reason !~ '[а-яё]'`,
        ofCompany,
      );
      expect(unclear).toEqual([]);
    },
  };
}

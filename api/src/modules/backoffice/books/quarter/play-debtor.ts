import { expect } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { givenCard, givenCompany } from '../../../../testing/givens/factories.ts';
import { givenRule, readDunning, switchOn } from '../../../../testing/givens/given-debtor.ts';
import { loadBankFile } from './play-bank.ts';
import { correct } from './play-corrections.ts';
import { orderCards } from './order-cards.ts';
import { distribute, getToday, send, type PlayedClient, type Stage } from './stage.ts';

const CREDIT = 9_000_00;
const PAID = 20_000_00;
const TERM_DAYS = 5;
/** Two cards beyond the limit. */
const CARDS = 2;
const CARD_FEES = 300_00;
/** Percent a day. */
const PENALTY_RATE = 0.1;

/** A client who lives on credit. He uses all of it in the second month, and then orders cards as well. */
export async function addDebtor(stage: Stage): Promise<PlayedClient> {
  const { api } = stage;
  const company = await givenCompany(api);
  const cards = [await givenCard(api, company.id, { partnerId: PARTNER.rn })];
  const json = { creditSum: CREDIT / 100, creditDaysForPayment: TERM_DAYS, creditDaysWithoutPayment: 0 };
  await send(stage, 'put', `/staff/api/clients/${company.id}/credit`, json);
  const none = { change: 'none' as const, rate: 0, feeRate: 0, monthlyFee: 0, cardFee: 0, minimum: 0 };
  return { id: company.id, ...none, company, cards };
}

/** Moves the debtor's unallocated funds and keeps what they owe. */
function owe(stage: Stage, { id }: PlayedClient, sum: number): void {
  stage.quarter.owing.push({ clientId: id, day: getToday(stage), sum });
}

async function expectState(stage: Stage, { id }: PlayedClient, state: string): Promise<void> {
  const { body } = await stage.api.get(`/staff/api/clients/${id}`, { token: stage.staff.token });
  expect(body.data.state).toBe(state);
}

export async function takeCredit(stage: Stage, debtor: PlayedClient): Promise<void> {
  const { api } = stage;
  await distribute(stage, debtor, [CREDIT]);
  owe(stage, debtor, -CREDIT);
  await orderCards(stage, debtor, { count: CARDS, isDelivered: false });
  owe(stage, debtor, -CARD_FEES);
  const rule = await givenRule(api, { company_id: debtor.id }, [
    { day: 1, action: 'remind' },
    { day: 2, action: 'stop' },
    { day: 1, action: 'penalty', rate: String(PENALTY_RATE).replace('.', ',') },
  ]);
  expect((await switchOn(api, rule)).body.data).toMatchObject({ active: true });
}

/** On the 12th the term is over for four days: he was reminded, and his cards stop. */
export async function stopDebtor(stage: Stage, debtor: PlayedClient): Promise<void> {
  await expectState(stage, debtor, 'active');
  await stage.jobs.runDunning(stage.api.ctx);
  await expectState(stage, debtor, 'blocked');
  const { done, debt } = await readDunning(stage.api, debtor.company);
  expect(done.map(({ action }: { action: string }) => action).toSorted()).toEqual([
    'penalty',
    'remind',
    'stop',
  ]);
  expect(debt).toMatchObject({ sum: (CREDIT + CARD_FEES) / 100, term: '2025-12-08', late_days: 4 });
}

/** On the 20th the penalty of the days from the 9th to the 19th is taken from his account. */
export async function penaliseDebtor(stage: Stage, debtor: PlayedClient): Promise<void> {
  await stage.jobs.runDunning(stage.api.ctx);
  const days = 11;
  const sum = Math.round(((CREDIT + CARD_FEES) * PENALTY_RATE) / 100) * days;
  const { penalty } = await readDunning(stage.api, debtor.company);
  expect(penalty).toMatchObject({ sum: sum / 100, booked: 0, days });
  await correct(stage, debtor, { direction: 'from-client', kind: 'penalty', sum });
  owe(stage, debtor, -sum);
}

/** He pays everything, and works again without anyone's doing. */
export async function payDebt(stage: Stage, debtor: PlayedClient): Promise<void> {
  await expectState(stage, debtor, 'blocked');
  await loadBankFile(stage, { payments: [{ from: debtor, sum: PAID }] });
  owe(stage, debtor, PAID);
  await stage.jobs.releasePaidDebtors(stage.api.ctx);
  await expectState(stage, debtor, 'active');
  const json = { accounts: [{ partner_id: PARTNER.rn, sum: 1 }] };
  await send(stage, 'post', `/api/client/${debtor.id}/accounts`, json, debtor.company.admin.token);
  owe(stage, debtor, -1_00);
}

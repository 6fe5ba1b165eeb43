import { CARD_STATUS, PARTNER } from '#contract/ids.ts';
import { loadBankFile, pay } from './actions/bank.ts';
import { viewScreens, setBlocked, setLimit } from './actions/card.ts';
import { correctUpd } from './actions/correct-upd.ts';
import { changeDelegation } from './actions/delegation.ts';
import { joinProgramme, orderMore, setUpCards } from './actions/joining.ts';
import { distribute, moveCardMoney, moveToMany, revoke, setCredit, useCredit } from './actions/money.ts';
import { payNetwork } from './actions/network-money.ts';
import { enterTariff } from './actions/enter-tariff.ts';
import { groupOwner } from './actions/group-owner.ts';
import { fuelByCode } from './actions/pump.ts';
import { buy, refund, reportSaleAgain, reportUnknownCardSale } from './actions/station.ts';
import { night } from './night.ts';
import { PUMP_PRICE } from './purchase-terms.ts';
import { doDueJob, doLoop } from './queue.ts';
import type { SimulatedAction, Step } from './step.ts';
import { storm } from './storm.ts';
import type { Card, Company } from './truth.ts';
import type { World } from './world.ts';

/** Plays one step, and starts a process again that died in it. */
export async function play(world: World, step: Step): Promise<void> {
  world.outside.clock.advanceSeconds(step.after);
  world.plan(step.kind === 'storm' ? undefined : step.fault);
  await playStep(world, step);
  await world.revive();
}

async function playStep(world: World, step: Step): Promise<void> {
  const { companies } = world.truth;
  const company = companies[step.company % companies.length];
  if (!(await playAlone(world, step)) && company) {
    if (await playCompany(world, company, step)) return;
    const card = company.cards[step.card % company.cards.length];
    const chosen = findBuyer(world, step) ?? (card && { company, card });
    if (chosen) await playCard(world, chosen, step);
  }
}

/** Returns the first card, from the step's own on, that can buy what the step asks for: a day in which no card can is no test. */
function findBuyer(
  { truth: { companies }, outside }: World,
  step: Step,
): { company: Company; card: Card } | null {
  if (step.kind !== 'buy' && step.kind !== 'fuel-by-code') return null;
  const sum = step.kind === 'buy' ? step.sum : PUMP_PRICE;
  for (const company of startAt(companies, step.company))
    for (const card of startAt(company.cards, step.card)) {
      const there = outside.networks[card.partnerId].cards.get(card.number);
      if (there?.status === CARD_STATUS.active && there.balance >= sum) return { company, card };
    }
  return null;
}

function startAt<Item>(items: readonly Item[], place: number): Item[] {
  const at = place % Math.max(1, items.length);
  return [...items.slice(at), ...items.slice(0, at)];
}

/** Plays the steps that concern no existing company. */
async function playAlone(world: World, step: SimulatedAction): Promise<boolean> {
  switch (step.kind) {
    case 'join':
      await joinProgramme(world, step.partnerId, step.count);
      break;
    case 'bank-file':
      await loadBankFile(world, step.repeats);
      break;
    case 'jobs':
      for (const choice of step.choices) await doDueJob(world, choice);
      break;
    case 'loop':
      await doLoop(world, step.choice);
      break;
    case 'pay-network':
      await payNetwork(world, step.partnerId, step.sum);
      break;
    case 'silence':
      world.outside.networks[step.partnerId].fallSilent(step.seconds);
      break;
    case 'resale':
      reportSaleAgain(world, step.choice);
      break;
    case 'night':
      await night(world, step.choice);
      break;
    default:
      return false;
  }
  return true;
}

async function playCompany(world: World, company: Company, step: Step): Promise<boolean> {
  switch (step.kind) {
    case 'order':
      await orderMore(world, company, step.partnerId, step.count);
      break;
    case 'set-up':
      await setUpCards(world, company);
      break;
    case 'pay':
      await pay(world, company, step);
      break;
    case 'distribute':
      await distribute(world, company, step.partnerId, step.sum);
      break;
    case 'revoke':
      await revoke(world, company, step.partnerId, step.sum);
      break;
    case 'credit':
      await setCredit(world, company, step.sum);
      await useCredit(world, company);
      break;
    case 'correct-upd':
      await correctUpd(world, company, step.percent);
      break;
    case 'group-owner':
      await groupOwner(world, company, step.choice);
      break;
    case 'tariff':
      await enterTariff(world, company, step.partnerId, step);
      break;
    case 'delegate':
      await changeDelegation(world, company, step.choice);
      // A firm that was let in works at once; otherwise the company's own admin does.
      await distribute(world, company, PARTNER.gpn, 100_00);
      break;
    case 'refund':
      refund(world, company, step.choice);
      break;
    case 'read':
      await viewScreens(world, company);
      break;
    case 'storm':
      await world.undisturbed(() => playStorm(world, company, step));
      break;
    default:
      return false;
  }
  return true;
}

/**
 * The number of times that concurrent actions reach a point varies. So a storm has faults of its own, at the first
 * point.
 */
async function playStorm(world: World, company: Company, step: Step & { kind: 'storm' }): Promise<void> {
  world.portal.points.arm(step.fault);
  await storm(world, company, step);
  await world.revive();
  world.portal.points.disarm();
}

async function playCard(
  world: World,
  { company, card }: { company: Company; card: Card },
  step: SimulatedAction,
): Promise<void> {
  switch (step.kind) {
    case 'move':
      if (step.smsRefused) {
        world.outside.refuseMessages(1);
        world.disturbed = true;
        world.count('message refused');
      }
      return moveCardMoney(world, company, card, step);
    case 'move-many':
      return moveToMany(world, company, step.sum, step.outcomes);
    case 'buy':
      return buy(world, company, card, step.sum, step.way);
    case 'fuel-by-code':
      return fuelByCode(world, company, card, step);
    case 'stranger':
      return reportUnknownCardSale(world, card);
    case 'block':
      return setBlocked(world, company, card, step.blocked, step.outcome);
    case 'limit':
      return setLimit(world, company, card, step.litres);
    default:
      return;
  }
}

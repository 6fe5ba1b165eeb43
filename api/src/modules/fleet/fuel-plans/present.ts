import type { z } from 'zod';
import type { DataOf } from '#contract/endpoint.ts';
import type { createFuelPlan, listFuelPlans, previewFuelPlan, readTruckFuel } from '#contract/fuel-plans.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import { litresOf, sumOf, type FuelPlan, type MadePlan, type PlanStop } from './fuel-plan.ts';
import type { PlanFact, PlanFilling } from './match-fillings.ts';
import type { TruckFuel } from './read-truck-fuel.ts';

type Wire<Call extends { data?: z.ZodType | undefined }> = z.input<NonNullable<Call['data']>>;

export function presentMadePlan(plan: MadePlan): Wire<typeof previewFuelPlan> {
  const sum = sumOf(plan);
  const listed = plan.stops.reduce((total, one) => total + listedSum(one), 0);
  return {
    vehicle: plan.vehicle,
    way: plan.way,
    points: plan.points.map(({ title, lat, lon }) => ({ title, lat, lon })),
    departs_at: plan.departsAt.toISOString(),
    distance_m: plan.distanceM,
    duration_s: plan.durationS,
    approximate: plan.isApproximate,
    tank_litres: plan.tankCentilitres / 100,
    norm_litres_100km: plan.normCentilitres / 100,
    start_litres: plan.startCentilitres / 100,
    reserve_litres: plan.reserveCentilitres / 100,
    litres: litresOf(plan) / 100,
    sum: toRubles(kopecks(sum)),
    saved: toRubles(kopecks(listed - sum)),
    end_litres: plan.endCentilitres / 100,
    adblue_litres: plan.adblueCentilitres === null ? null : plan.adblueCentilitres / 100,
    stops: plan.stops.map(presentStop),
    notes: plan.notes,
  };
}

function listedSum({ listKopecks, centilitres }: PlanStop): number {
  return Math.round((listKopecks * centilitres) / 100);
}

function presentStop(one: PlanStop): Wire<typeof previewFuelPlan>['stops'][number] {
  return {
    place: one.place,
    name: one.stationName,
    brand: one.brand,
    address: one.address,
    lat: one.lat,
    lon: one.lon,
    along_m: one.alongM,
    detour_m: one.detourM,
    expected_at: one.expectedAt.toISOString(),
    card: { id: one.cardId, card_number: one.cardNumber },
    arrival_litres: one.arrivalCentilitres / 100,
    litres: one.centilitres / 100,
    list_price: toRubles(one.listKopecks),
    price: toRubles(kopecks(Math.round((one.sum * 100) / one.centilitres))),
    sum: toRubles(one.sum),
    adblue: one.adblue,
    height_m: one.heightCentimetres === null ? null : one.heightCentimetres / 100,
  };
}

export function presentFuelPlan(plan: FuelPlan, fact: PlanFact): Wire<typeof createFuelPlan> {
  return {
    ...presentMadePlan(plan),
    id: plan.id,
    state: plan.state,
    made_by: plan.madeBy,
    made_at: plan.madeAt.toISOString(),
    sent_at: plan.sentAt?.toISOString() ?? null,
    ended_at: plan.endedAt?.toISOString() ?? null,
    reason: plan.reason,
    replaces_id: plan.replacesId,
    fact: {
      litres: fact.centilitres / 100,
      sum: toRubles(kopecks(fact.sum)),
      stops: fact.stops.map(({ stop, fillings, words }) => ({
        place: stop.place,
        fillings: fillings.map(presentFilling),
        words,
      })),
      others: fact.others.map(presentFilling),
      deviations: fact.deviations,
    },
  };
}

function presentFilling(one: PlanFilling) {
  return {
    operation_id: one.operationId,
    at: one.at.toISOString(),
    litres: one.centilitres / 100,
    sum: toRubles(kopecks(one.sum)),
    station: one.station,
    card_number: one.cardNumber,
  };
}

export function presentSummary(plan: FuelPlan, fact: PlanFact): DataOf<typeof listFuelPlans>[number] {
  return {
    id: plan.id,
    state: plan.state,
    vehicle: plan.vehicle,
    way: plan.way,
    departs_at: plan.departsAt.toISOString(),
    distance_m: plan.distanceM,
    stops: plan.stops.length,
    litres: litresOf(plan) / 100,
    sum: toRubles(kopecks(sumOf(plan))),
    filled_litres: fact.centilitres / 100,
    filled_sum: toRubles(kopecks(fact.sum)),
    deviations: fact.deviations.length,
    made_by: plan.madeBy,
    made_at: plan.madeAt.toISOString(),
    sent_at: plan.sentAt?.toISOString() ?? null,
    ended_at: plan.endedAt?.toISOString() ?? null,
    replaces_id: plan.replacesId,
  };
}

export function presentTruckFuel(one: TruckFuel): DataOf<typeof readTruckFuel> {
  const litres = (centilitres: number | null) => (centilitres === null ? null : centilitres / 100);
  const drivers = one.cards.flatMap((card) => card.drivers.map(({ surname, name }) => `${surname} ${name}`));
  return {
    tank_litres: litres(one.tankCentilitres),
    norm_litres_100km: litres(one.norm),
    season: one.season,
    estimate: { litres: litres(one.estimate.centilitres), words: one.estimate.words },
    cards: one.cards.map(({ id, number, network, balance, rules, problem }) => ({
      id,
      card_number: number,
      network,
      balance: toRubles(balance),
      rules,
      problem,
    })),
    drivers: [...new Set(drivers)],
  };
}

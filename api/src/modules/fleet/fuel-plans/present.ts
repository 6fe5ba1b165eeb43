import type { z } from 'zod';
import type { EndpointData } from '#contract/endpoint.ts';
import type {
  createFuelPlan,
  listFuelPlans,
  previewFuelPlan,
  readTruckFuel,
} from '#contract/fleet/fuel-plans.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import { countLitres, sumStops, type FuelPlan, type ComputedPlan, type PlanStop } from './fuel-plan.ts';
import type { PlanFact, PlanFilling } from './match-fillings.ts';
import type { TruckFuel } from './read-truck-fuel.ts';
import type { UsualPrice } from './find-usual-price.ts';

type Wire<Call extends { data?: z.ZodType | undefined }> = z.input<NonNullable<Call['data']>>;

export function presentMadePlan(plan: ComputedPlan, usual: UsualPrice | null): Wire<typeof previewFuelPlan> {
  const sum = sumStops(plan);
  const listed = plan.stops.reduce((total, stop) => total + listedSum(stop), 0);
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
    litres: countLitres(plan) / 100,
    sum: toRubles(kopecks(sum)),
    saved: toRubles(kopecks(listed - sum)),
    ...(usual && plan.stops.length > 0 && { usual: presentUsual(usual, plan) }),
    end_litres: plan.endCentilitres / 100,
    adblue_litres: plan.adblueCentilitres === null ? null : plan.adblueCentilitres / 100,
    stops: plan.stops.map(presentStop),
    notes: plan.notes,
  };
}

function presentUsual(usual: UsualPrice, plan: ComputedPlan): Wire<typeof previewFuelPlan>['usual'] {
  const { price, paidBy, fillings } = usual;
  const cost = Math.round((price * countLitres(plan)) / 100);
  const saved = kopecks(cost - sumStops(plan));
  return { price: toRubles(price), paid_by: paidBy, fillings, saved: toRubles(saved) };
}

function listedSum({ listKopecks, centilitres }: PlanStop): number {
  return Math.round((listKopecks * centilitres) / 100);
}

function presentStop(planStop: PlanStop): Wire<typeof previewFuelPlan>['stops'][number] {
  return {
    place: planStop.place,
    name: planStop.stationName,
    brand: planStop.brand,
    address: planStop.address,
    lat: planStop.lat,
    lon: planStop.lon,
    along_m: planStop.alongM,
    detour_m: planStop.detourM,
    expected_at: planStop.expectedAt.toISOString(),
    card: { id: planStop.cardId, card_number: planStop.cardNumber },
    arrival_litres: planStop.arrivalCentilitres / 100,
    litres: planStop.centilitres / 100,
    list_price: toRubles(planStop.listKopecks),
    price: toRubles(kopecks(Math.round((planStop.sum * 100) / planStop.centilitres))),
    sum: toRubles(planStop.sum),
    adblue: planStop.adblue,
    height_m: planStop.heightCentimetres === null ? null : planStop.heightCentimetres / 100,
  };
}

export function presentFuelPlan(
  plan: FuelPlan,
  { fact, usual }: { fact: PlanFact; usual: UsualPrice | null },
): Wire<typeof createFuelPlan> {
  return {
    ...presentMadePlan(plan, usual),
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

function presentFilling(planFilling: PlanFilling) {
  return {
    operation_id: planFilling.operationId,
    at: planFilling.at.toISOString(),
    litres: planFilling.centilitres / 100,
    sum: toRubles(kopecks(planFilling.sum)),
    station: planFilling.station,
    card_number: planFilling.cardNumber,
  };
}

export function presentSummary(plan: FuelPlan, fact: PlanFact): EndpointData<typeof listFuelPlans>[number] {
  return {
    id: plan.id,
    state: plan.state,
    vehicle: plan.vehicle,
    way: plan.way,
    departs_at: plan.departsAt.toISOString(),
    distance_m: plan.distanceM,
    stops: plan.stops.length,
    litres: countLitres(plan) / 100,
    sum: toRubles(kopecks(sumStops(plan))),
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

export function presentTruckFuel(truckFuel: TruckFuel): EndpointData<typeof readTruckFuel> {
  const litres = (centilitres: number | null) => (centilitres === null ? null : centilitres / 100);
  const drivers = truckFuel.cards.flatMap((card) =>
    card.drivers.map(({ surname, name }) => `${surname} ${name}`),
  );
  return {
    tank_litres: litres(truckFuel.tankCentilitres),
    norm_litres_100km: litres(truckFuel.norm),
    season: truckFuel.season,
    estimate: { litres: litres(truckFuel.estimate.centilitres), words: truckFuel.estimate.words },
    cards: truckFuel.cards.map(({ id, number, network, balance, rules, problem }) => ({
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

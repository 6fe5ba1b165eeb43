import { CARD_STATUS, OPERATION_TYPE, PARTNER } from '#contract/ids.ts';
import { formatCardNumber, isFlakyCard } from '../gateways/fuel-network/card-number.ts';
import type { SeededRandom } from '../lib/seeded-random.ts';
import type { VehicleKind } from './cast.ts';
import type { Vehicle } from './plan-fleet.ts';
import type { PlannedCard, PlannedLimit, PlannedOperation, PlannedRequest } from './plan.ts';

/** The card of a vehicle. `place` is counted across the companies, so that no two cards have the same number. */
export function planCard(
  vehicle: Vehicle,
  place: number,
  known: { requests: readonly PlannedRequest[]; operations: readonly PlannedOperation[] },
  random: SeededRandom,
): PlannedCard {
  const request = known.requests[vehicle.request] as PlannedRequest;
  const blocked = vehicle.blockedDaysAgo !== undefined;
  return {
    number: pickCardNumber(vehicle, place),
    partnerId: vehicle.partnerId,
    statusId: vehicle.isNew ? CARD_STATUS.notSetUp : blocked ? CARD_STATUS.blocked : CARD_STATUS.active,
    isVirtual: place % 6 === 5,
    comment: makeComment(vehicle, random),
    groupId: vehicle.groupId ?? null,
    goodsIds: vehicle.isNew ? [] : [...vehicle.kind.goods].sort((a, b) => a - b),
    limit:
      vehicle.partnerId === PARTNER.gpn && !vehicle.isNew
        ? planLimit(
            place,
            vehicle.kind,
            known.operations.filter(({ card }) => card === place % 500),
          )
        : null,
    drivers: vehicle.drivers,
    request: vehicle.request,
    createdAt: request.issuedAt ?? request.at,
  };
}

/** Serials of imported cards are below those that the simulated networks issue. */
const FIRST_SERIAL = 310_400;

function pickCardNumber(vehicle: Vehicle, place: number): string {
  for (let serial = FIRST_SERIAL + place * 173; ; serial++) {
    const number = formatCardNumber(vehicle.partnerId, serial);
    if (isFlakyCard(number) === Boolean(vehicle.isFlaky)) return number;
  }
}

const PLATE_LETTERS = ['А', 'В', 'Е', 'К', 'М', 'Н', 'О', 'Р', 'С', 'Т', 'У', 'Х'];

function makeComment(vehicle: Vehicle, random: SeededRandom): string {
  if (vehicle.isNew) return '';
  if (vehicle.isFlaky) return 'Сеть этой карты отвечает с капризами';
  if (random.chance(0.15)) return random.pick(['Резервная', 'Подменная машина', 'Офис', '']);
  const letter = (): string => random.pick(PLATE_LETTERS);
  const plate = `${letter()} ${random.whole(100, 999)} ${letter()}${letter()} ${random.pick(['50', '750', '790', '77'])}`;
  return `${random.pick(vehicle.kind.models)} ${plate}`;
}

/** Large enough for what the card has bought so far: every third card by litres a day, every third by rubles a month. */
function planLimit(
  place: number,
  kind: VehicleKind,
  operations: readonly PlannedOperation[],
): PlannedLimit | null {
  if (place % 3 === 0) {
    const litres = Math.ceil((kind.litres[1] * 1.4) / 50) * 50;
    return { count: litres * 100, unit: 'amount', period: 'P1D', goodsGroups: [] };
  }
  if (place % 3 !== 1) return null;
  const months = new Map<string, number>();
  for (const { typeId, at, sum } of operations) {
    if (typeId !== OPERATION_TYPE.purchase) continue;
    const month = at.toISOString().slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + sum);
  }
  const max = Math.max(0, ...months.values());
  return {
    count: Math.ceil((max * 1.25 + 1) / 10_000_00) * 10_000_00,
    unit: 'sum',
    period: 'P1M',
    goodsGroups: place % 2 === 0 ? [3] : [],
  };
}

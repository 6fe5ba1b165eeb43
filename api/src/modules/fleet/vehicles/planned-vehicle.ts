import { GOODS_TREE } from '#contract/ids.ts';
import { NO_PLATE, readPlate } from '#contract/values/plate.ts';
import { withSingleSpaces } from '#contract/values/visible-text.ts';
import { MAX_CARDS_PER_VEHICLE, FUEL_TITLE, MAX_ODOMETER_KM } from '#contract/fleet/vehicles.ts';
import { readDecimal } from '../../../lib/read-decimal.ts';
import type { ColumnName, VehicleTable } from './vehicle-columns.ts';
import type { FuelKind, Vehicle } from './vehicle.ts';

/** A truck as named by a line of a file or by comments of cards. An undefined field is not given and stays as it is. */
export interface NamedVehicle {
  line: number | null;
  plate: string;
  brand?: string | undefined;
  fuel?: FuelKind | undefined;
  tankCentilitres?: number | undefined;
  normCentilitres?: number | undefined;
  winterNormCentilitres?: number | undefined;
  groupTitle?: string | undefined;
  cardNumbers: string[];
  km?: number | undefined;
  problems: string[];
}

export interface PlannedVehicle {
  named: NamedVehicle;
  vehicleId: number | null;
  cardIds: number[];
  state: 'new' | 'changed' | 'same' | 'wrong';
  /** Text in Russian. */
  changes: string[];
}

/** The rows below the header. */
export function listNamedVehicles({ places, rows }: VehicleTable): NamedVehicle[] {
  return rows.map(({ line, cells }) => {
    const cell = (name: ColumnName): string => cells[places[name] ?? -1] ?? '';
    return namedInLine(line, cell);
  });
}

function namedInLine(line: number, cell: (name: ColumnName) => string): NamedVehicle {
  const problems: string[] = [];
  const plate = readPlate(cell('plate'));
  if (plate === null) problems.push(cell('plate') === '' ? 'Нет номера' : NO_PLATE);
  function hundredths(name: 'tank' | 'norm' | 'winter', label: string, max: number): number | undefined {
    const text = cell(name);
    if (text === '') return undefined;
    const value = Math.round((readDecimal(text, 'litres') ?? 0) * 100);
    if (value > 0 && value <= max * 100) return value;
    problems.push(`${label}: нужно число больше нуля и не больше ${max}, например 31,5`);
    return undefined;
  }
  const tankCentilitres = hundredths('tank', 'Бак', 3000);
  const normCentilitres = hundredths('norm', 'Норма', 200);
  const winterNormCentilitres = hundredths('winter', 'Норма зимой', 200);
  const fuel = parseFuel(cell('fuel'));
  if (fuel === null) problems.push('Топливо: дизель, бензин или газ');
  const km = parseKilometres(cell('km'));
  if (km === null) problems.push('Пробег: нужны целые километры');
  const cardNumbers = cell('cards')
    .split(/[,;\s]+/)
    .map((value) => value.replace(/\D/g, ''))
    .filter(Boolean);
  if (cardNumbers.length > MAX_CARDS_PER_VEHICLE)
    problems.push(`Карт больше ${MAX_CARDS_PER_VEHICLE}: разделите их между машинами`);
  return {
    line,
    plate: plate ?? cell('plate').slice(0, 40),
    brand: cell('brand').slice(0, 100) || undefined,
    fuel: fuel ?? undefined,
    tankCentilitres,
    normCentilitres,
    winterNormCentilitres,
    groupTitle: withSingleSpaces(cell('group')).slice(0, 60) || undefined,
    cardNumbers: cardNumbers.slice(0, MAX_CARDS_PER_VEHICLE),
    km: km ?? undefined,
    problems,
  };
}

/** Returns undefined when it is not given, null when there is no such fuel. */
function parseFuel(text: string): FuelKind | null | undefined {
  if (text === '') return undefined;
  if (/^(д\/?т|диз|diesel)/i.test(text)) return GOODS_TREE.diesel;
  if (/^(бенз|аи|ai|petrol)/i.test(text)) return GOODS_TREE.petrol;
  if (/^(газ|суг|кпг|gas|пропан|метан)/i.test(text)) return GOODS_TREE.gas;
  return null;
}

function parseKilometres(text: string): number | null | undefined {
  if (text === '') return undefined;
  const km = readDecimal(text, 'km');
  return km !== null && km <= MAX_ODOMETER_KM ? Math.round(km) : null;
}

export interface KnownFleet {
  vehicles: readonly (Vehicle & { cardIds: readonly number[] })[];
  /** The company's cards: a number or the end of one names a card. */
  cards: readonly { id: number; number: string }[];
  newestKm: ReadonlyMap<number, number>;
}

/** Plans the change of each named truck. A plate that comes twice and a card on two trucks are errors. */
export function planVehicles(named: readonly NamedVehicle[], known: KnownFleet): PlannedVehicle[] {
  const byPlate = new Map(known.vehicles.map((vehicle) => [vehicle.plate, vehicle]));
  const numbers = new CardNumbers(known.cards);
  const plates = new Set<string>();
  const taken = new Set<number>();
  return named.map((namedVehicle) => {
    const problems = [...namedVehicle.problems];
    if (plates.has(namedVehicle.plate)) problems.push('Этот номер уже был выше');
    plates.add(namedVehicle.plate);
    const cardIds: number[] = [];
    for (const number of namedVehicle.cardNumbers) {
      const found = cardNamed(number, numbers);
      if (typeof found === 'string') problems.push(found);
      else if (taken.has(found)) problems.push(`Карта ${number} уже названа у другой машины`);
      else cardIds.push(found);
    }
    for (const cardId of cardIds) taken.add(cardId);
    const vehicle = byPlate.get(namedVehicle.plate);
    const km = vehicle && known.newestKm.get(vehicle.id);
    if (namedVehicle.km !== undefined && km !== undefined && namedVehicle.km < km)
      problems.push(`Пробег меньше прежнего: ${km} км`);
    const changes =
      problems.length > 0 ? [] : describeChanges({ ...namedVehicle, cardIds, before: vehicle, beforeKm: km });
    return {
      named: { ...namedVehicle, problems },
      vehicleId: vehicle?.id ?? null,
      cardIds,
      changes,
      state: problems.length > 0 ? 'wrong' : !vehicle ? 'new' : changes.length > 0 ? 'changed' : 'same',
    };
  });
}

/** Cards by the end of their numbers: a file names thousands of them, and a company has thousands. */
class CardNumbers {
  readonly #cards: KnownFleet['cards'];
  readonly #byEnd = new Map<number, Map<string, KnownFleet['cards'][number][]>>();

  constructor(cards: KnownFleet['cards']) {
    this.#cards = cards;
  }

  endingWith(number: string): readonly KnownFleet['cards'][number][] {
    const { length } = number;
    let found = this.#byEnd.get(length);
    if (!found) {
      found = Map.groupBy(this.#cards, (card) => card.number.slice(-length));
      this.#byEnd.set(length, found);
    }
    return found.get(number) ?? [];
  }
}

function cardNamed(number: string, cards: CardNumbers): number | string {
  const [found, other] = cards.endingWith(number);
  if (!found) return `Карты ${number} нет`;
  return other ? `Карт с номером на ${number} несколько: укажите номер целиком` : found.id;
}

function describeChanges(
  item: NamedVehicle & {
    cardIds: readonly number[];
    before: KnownFleet['vehicles'][number] | undefined;
    beforeKm: number | undefined;
  },
): string[] {
  const { before } = item;
  const input: [string, string | number | undefined, string | number | null | undefined][] = [
    ['марка', item.brand, before?.brand],
    ['топливо', item.fuel && fuelTitle(item.fuel), before && fuelTitle(before.fuel)],
    ['бак, л', formatLitres(item.tankCentilitres), formatLitres(before?.tankCentilitres)],
    ['норма, л/100 км', formatLitres(item.normCentilitres), formatLitres(before?.norm?.centilitres)],
    [
      'норма зимой, л/100 км',
      formatLitres(item.winterNormCentilitres),
      formatLitres(before?.norm?.winterCentilitres),
    ],
    ['группа', item.groupTitle, sameTitle(item.groupTitle, before?.groupTitle)],
    ['пробег, км', item.km, item.beforeKm],
  ];
  const changed = input.flatMap(([title, now, then]) =>
    now === undefined || now === then
      ? []
      : [`${title}: ${then === null || then === undefined || then === '' ? '' : `${then} → `}${now}`],
  );
  const added = item.cardIds.filter((id) => !before?.cardIds.includes(id));
  return added.length > 0 ? [...changed, `карт прибавится: ${added.length}`] : changed;
}

/** Titles of groups are compared without regard to case. */
function sameTitle(written: string | undefined, known: string | null | undefined): string | null | undefined {
  return written !== undefined && written.toLowerCase() === known?.toLowerCase() ? written : known;
}

function fuelTitle(kind: FuelKind): string {
  const title = (Object.keys(GOODS_TREE) as (keyof typeof GOODS_TREE)[]).find(
    (key) => GOODS_TREE[key] === kind,
  );
  return title ? FUEL_TITLE[title] : '';
}

function formatLitres(centilitres: number | null | undefined): string | undefined {
  return centilitres === null || centilitres === undefined
    ? undefined
    : String(centilitres / 100).replace('.', ',');
}

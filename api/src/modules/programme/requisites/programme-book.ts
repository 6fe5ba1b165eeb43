import { isDeepStrictEqual } from 'node:util';
import type { ProgrammePart } from '#contract/programme/requisites.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { setVatSchedule, type VatSchedule } from '../../../lib/vat.ts';
import type { Operator, ProgrammeBook } from '../../../operator.ts';
import { listProgrammeValues, type DatedValue, type PartValues } from './programme-values.ts';
import { readValuesOfFile } from './values-of-file.ts';

/** VAT before this day is in no document of the product. */
const FIRST_VAT_DAY = '2019-01-01';

type Overlay = { [Part in Exclude<ProgrammePart, 'vat'>]: PartValues[Part] };

/**
 * The operator by day, as this process knows it: the values of the file until `reread` has read what is stored. It is read
 * again after each change and by the loop that follows changes of other processes.
 */
export function openProgrammeBook({
  config,
  db,
  clock,
}: Pick<Context, 'config' | 'db' | 'clock'>): ProgrammeBook {
  const { operator: file } = config;
  let values: readonly DatedValue[] = readValuesOfFile(file);
  let schedule = toVatSchedule(values);
  let operators = new Map<string, Operator>();
  setVatSchedule(schedule);

  const on = (day: string): Operator => {
    const inForce = PARTS.map((part) => findInForce(values, part, day));
    const key = inForce.map((dated) => (dated ? values.indexOf(dated) : -1)).join(' ');
    const known = operators.get(key);
    if (known) return known;
    const operator = overlay(file, inForce, schedule);
    operators.set(key, operator);
    return operator;
  };

  return {
    on,
    today: () => on(moscowDay(clock.now())),
    accounts: () => [
      ...new Map(
        listPart(values, 'accounts')
          .flatMap(({ value }) => [{ account: value.account, bik: value.bik }, ...value.otherAccounts])
          .map((own) => [own.account, own] as const),
      ).values(),
    ],
    async reread() {
      const read = await listProgrammeValues(db.system);
      const next = read.map(({ part, firstDay, value }) => ({ part, firstDay, value }) as DatedValue);
      if (next.length === 0 || isDeepStrictEqual(next, values)) return;
      values = next;
      operators = new Map();
      const nextSchedule = toVatSchedule(next);
      if (isDeepStrictEqual(nextSchedule, schedule)) return;
      schedule = nextSchedule;
      setVatSchedule(schedule);
    },
  };
}

const PARTS = ['name', 'requisites', 'accounts', 'invoices', 'objections', 'approval'] as const;

function listPart<Part extends ProgrammePart>(
  values: readonly DatedValue[],
  part: Part,
): Extract<DatedValue, { part: Part }>[] {
  return values.filter((dated): dated is Extract<DatedValue, { part: Part }> => dated.part === part);
}

/**
 * Returns the value of a part on a day: that of the latest first day, of two for the same day the one entered later. A day
 * before all of them has the first one.
 */
export function findInForce<Value extends DatedValue>(
  values: readonly Value[],
  part: ProgrammePart,
  day: string,
): Value | undefined {
  let found: Value | undefined;
  for (const dated of values) {
    if (dated.part !== part) continue;
    const since = dated.firstDay ?? '';
    if (found === undefined || (since <= day && since >= (found.firstDay ?? ''))) found = dated;
  }
  return found;
}

/** Returns the day since which requisites and accounts are those of `day`, or null where they never changed. */
export async function findRequisitesDay(db: Db, day: string): Promise<string | null> {
  const stored = await listProgrammeValues(db);
  const days = (['requisites', 'accounts'] as const).flatMap(
    (part) => findInForce(stored, part, day)?.firstDay ?? [],
  );
  return days.sort().at(-1) ?? null;
}

function overlay(file: Operator, inForce: readonly (DatedValue | undefined)[], vat: VatSchedule): Operator {
  const stored = Object.fromEntries(
    inForce.flatMap((dated) => (dated ? [[dated.part, dated.value]] : [])),
  ) as Partial<Overlay>;
  const { account, bik, bank, corrAccount } = stored.accounts ?? file.requisites;
  return {
    ...file,
    ...stored.name,
    ...stored.invoices,
    ...stored.objections,
    ...stored.approval,
    otherAccounts: stored.accounts?.otherAccounts ?? file.otherAccounts,
    requisites: { ...(stored.requisites ?? file.requisites), account, bik, bank, corrAccount },
    vat: { rates: [...vat.rates], schemes: [...vat.schemes] },
  };
}

/** Returns the schedule; of two values for the same day the one entered later counts. */
function toVatSchedule(values: readonly DatedValue[]): VatSchedule {
  const byDay = new Map(
    listPart(values, 'vat').map(({ firstDay, value }) => [firstDay ?? FIRST_VAT_DAY, value] as const),
  );
  const dated = [...byDay].toSorted(([a], [b]) => a.localeCompare(b));
  return {
    rates: dated.map(([since, { percent }]) => ({ since, percent })),
    schemes: dated.map(([since, { scheme }]) => ({ since, scheme })),
  };
}

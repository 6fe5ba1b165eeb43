import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { newDigits } from '../../lib/secrets.ts';
import { UNKNOWN_SIDE, type BankApi, type BankMovement } from './bank-api.ts';

/** A payment order that the embedded bank carries out at once. */
interface EmbeddedTransfer {
  number: string;
  datedOn: string;
  sum: Kopecks;
  payer: { inn: string; name: string; account: string };
  /** Account whose statement contains it. */
  account: string;
  purpose: string;
}

export interface EmbeddedBankApi extends BankApi {
  carryOut(tx: Db, order: EmbeddedTransfer): Promise<void>;
}

/** Account from which СБП payments are shown as paid. The order names none. */
const FAST_ACCOUNT = '40702810500000000001';
const MOSCOW_HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Moscow', hour: '2-digit' });

/**
 * Stands in for the operator's bank on a development machine: orders that were brought to it, and payments by СБП. It has the
 * oddities of the real ones: by day it names what was executed at night otherwise than it did then, and shows the last movement twice.
 */
export function embeddedBankApi({ db, clock }: { db: Db; clock: Clock }): EmbeddedBankApi {
  return {
    provider: 'embedded',
    async readDay(account, day) {
      const found = await rows(db, listMovements(account, day));
      const movements = found.map((row) => toMovement(row, account, getMoscowHour(clock.now())));
      return [...movements, ...movements.slice(-1)];
    },
    async carryOut(tx, { number, datedOn, sum, payer, account, purpose }) {
      await sql`
        insert into embedded_bank_movement (operation, account, number, dated_on, sum_kopecks, payer_inn, payer_name,
          payer_account, purpose, booked_at)
        values (${`E${newDigits(16)}`}, ${account}, ${number}, ${datedOn}::date, ${sum}, ${payer.inn}, ${payer.name},
          ${payer.account}, ${purpose}, ${clock.now()})`.execute(tx);
    },
  };
}

interface MovementRow {
  operation: string;
  number: string;
  dated_on: string;
  sum_kopecks: number;
  payer_inn: string;
  payer_name: string;
  payer_account: string;
  purpose: string;
  booked_at: Date;
}

function listMovements(account: string, day: string) {
  const within = (at: string) => sql`
    ${sql.ref(at)} >= ${day}::date::timestamp at time zone 'Europe/Moscow'
    and ${sql.ref(at)} < (${day}::date + 1)::timestamp at time zone 'Europe/Moscow'`;
  return sql<MovementRow>`
    select operation, number, dated_on, sum_kopecks, payer_inn, payer_name, payer_account, purpose, booked_at
    from embedded_bank_movement where account = ${account} and ${within('booked_at')}
    union all
    select operation, operation, (decided_at at time zone 'Europe/Moscow')::date, sum_kopecks, payer_inn, '',
      ${FAST_ACCOUNT}, purpose, decided_at
    from embedded_bank_order where state = 'paid' and ${within('decided_at')}
    order by booked_at, operation`;
}

const getMoscowHour = (at: Date): number => Number(MOSCOW_HOUR.format(at));
const isNight = (hour: number): boolean => hour >= 22 || hour < 3;

function toMovement(row: MovementRow, account: string, hourNow: number): BankMovement {
  const renamed = isNight(getMoscowHour(row.booked_at)) && !isNight(hourNow);
  return {
    operationId: renamed ? `D${row.operation}` : row.operation,
    number: row.number,
    datedOn: row.dated_on,
    sum: kopecks(row.sum_kopecks),
    bookedAt: row.booked_at,
    payer: {
      ...UNKNOWN_SIDE,
      account: row.payer_account,
      inn: row.payer_inn || null,
      name: row.payer_name || null,
    },
    payee: { ...UNKNOWN_SIDE, account },
    purpose: row.purpose,
  };
}

import { createHash } from 'node:crypto';
import type { BankMovement, BankSide } from '../../../gateways/bank-api/bank-api.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import type { BankFile, BankFileDocument, BankFileParty } from '../bank/file/bank-file.ts';
import type { Context } from '../../../context.ts';

/** An account whose statement is asked from its bank. */
export interface BankFeed {
  account: string;
  provider: string;
  nextAt: Date;
  /** Moment when it was last read to its end. */
  readAt: Date | null;
  /** Moment when its last days were read in full, or null if never. */
  wholeAt: Date | null;
  /** New lines of the last reading that had any, and when that was. */
  lines: number;
  linesAt: Date | null;
  /** A Russian sentence: why it can't be read, and since when. */
  problem: string | null;
  problemSince: Date | null;
}

export const PROVIDER_TITLE: Readonly<Record<string, string>> = {
  tbank: 'Т-Банк',
  sber: 'Сбер',
  embedded: 'Учебный банк',
};

const MINUTE_MS = 60_000;

export function nextPull(everyMinutes: number, now: Date): Date {
  return new Date(now.getTime() + everyMinutes * MINUTE_MS);
}

/** A movement and the key under which it is stored, whatever id the bank gives it now. */
export interface FeedLine {
  key: Buffer;
  movement: BankMovement;
}

/** Today and two days before, because the bank may report them late. */
const REREAD_DAYS = 2;
/** Banks answer for no more at once, and a person loads what is older as a file. */
const MAX_DAYS = 31;
const DAY_MS = 86_400_000;

/** Maximum interval between readings of whole days, because a bank may report something late. */
const WHOLE_EVERY_MS = 3_600_000;
/** Covers changes during the last request and clock differences. */
const OVERLAP_MS = 5 * MINUTE_MS;

/** Returns the moment since which a bank's changes are enough, or null if whole days have to be read. */
export function changesSince(
  { readAt, wholeAt }: Pick<BankFeed, 'readAt' | 'wholeAt'>,
  now: Date,
): Date | null {
  if (!readAt || !wholeAt || now.getTime() - wholeAt.getTime() >= WHOLE_EVERY_MS) return null;
  const since = new Date(readAt.getTime() - OVERLAP_MS);
  // A bank reports changes only within its current day.
  return moscowDay(since) === moscowDay(now) ? since : null;
}

/** The Moscow days that a reading asks for, oldest first: those since the last one, and the last days once more. */
export function listDaysToRead({ readAt }: Pick<BankFeed, 'readAt'>, now: Date): string[] {
  const today = Date.parse(moscowDay(now));
  const last = readAt === null ? today : Math.min(Date.parse(moscowDay(readAt)), today);
  const from = Math.max(last - REREAD_DAYS * DAY_MS, today - (MAX_DAYS - 1) * DAY_MS);
  const days: string[] = [];
  for (let day = from; day <= today; day += DAY_MS) days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}

/**
 * Returns each movement once, identified by its contents: number, its own day, sum, both accounts and purpose. The
 * bank's id is not part of the key, because it changes overnight. Nor is the moment, which may lie on either side of
 * midnight.
 */
export function feedLines(movements: readonly BankMovement[]): FeedLine[] {
  const lines = movements.map((movement) => ({ key: toMovementKey(movement), movement }));
  return [...new Map(lines.map((line) => [line.key.toString('hex'), line])).values()];
}

function toMovementKey({ number, datedOn, sum, payer, payee, purpose }: BankMovement): Buffer {
  const input = [
    number,
    datedOn,
    sum,
    payer.account,
    payer.inn,
    payee.account,
    purpose.replace(/\s+/g, ' ').trim(),
  ];
  return createHash('sha256').update(JSON.stringify(input)).digest();
}

/** The movements as a statement that the bank has written: from here on they go the way of a file. */
export function toStatement(
  account: string,
  movements: readonly BankMovement[],
  { from, to }: { from: string; to: string },
): BankFile {
  return {
    header: {
      version: '1.03',
      encoding: 'utf-8',
      sender: null,
      receiver: null,
      createdOn: null,
      periodFrom: from,
      periodTo: to,
      raw: {},
    },
    accounts: [account],
    balances: [],
    documents: movements.map(toBankFileDocument),
  };
}

function toBankFileDocument(movement: BankMovement, index: number): BankFileDocument {
  const day = moscowDay(movement.bookedAt);
  return {
    kind: 'Платежное поручение',
    number: movement.number,
    date: movement.datedOn,
    sumKopecks: movement.sum,
    payer: toParty(movement.payer),
    payee: toParty(movement.payee),
    debitedOn: day,
    creditedOn: day,
    purpose: movement.purpose,
    line: index + 1,
    raw: { operationId: movement.operationId },
  };
}

function toParty(side: BankSide): BankFileParty {
  const { account, inn, kpp, name, bik, bank } = side;
  return {
    account,
    settlementAccount: null,
    inn: inn && /^\d{10}(\d{2})?$/.test(inn) ? inn : null,
    kpp,
    name,
    bik,
    bank,
  };
}

/**
 * The accounts whose statements are asked from the bank; none where no API is configured. A configured one that staff
 * have not entered among their own is left out.
 */
export function feedAccounts({ config: { bankApi }, programme }: Context): readonly string[] {
  if (bankApi.provider === 'none') return [];
  if (bankApi.accounts.length === 0) return [programme.today().requisites.account];
  const own = programme.accounts().map(({ account }) => account);
  return bankApi.accounts.filter((account) => own.includes(account));
}

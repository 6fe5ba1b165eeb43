import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { askBank, type BankAccess } from './ask-bank.ts';
import {
  BankApiUnavailable,
  UNKNOWN_SIDE,
  type BankApi,
  type BankMovement,
  type BankSide,
} from './bank-api.ts';
import { bankMoment, bankRubles, bankText, removeDuplicates, orderDay, pageSchema } from './bank-values.ts';
import { limitReading, type ReadingLimits } from './limit-reading.ts';

const side = z
  .object({
    acct: bankText,
    inn: bankText,
    kpp: bankText,
    name: bankText,
    bicRu: bankText,
    bankName: bankText,
  })
  .nullish()
  .transform((input): BankSide =>
    input
      ? {
          account: input.acct,
          inn: input.inn,
          kpp: input.kpp,
          name: input.name,
          bik: input.bicRu,
          bank: input.bankName,
        }
      : UNKNOWN_SIDE,
  );

const operation = z.object({
  operationId: z.string().min(1).max(200),
  operationDate: bankMoment,
  operationStatus: bankText,
  documentNumber: bankText,
  docDate: bankText,
  accountAmount: bankRubles,
  payPurpose: bankText,
  payer: side,
  receiver: side,
});

/** The most that one page may hold. */
const LIMIT = 1000;
const page = z.object({ operations: pageSchema(operation, LIMIT), nextCursor: bankText });
/** 20 calls a second are allowed. */
const PACE_MS = 60;
const DAY_MS = 86_400_000;

/**
 * Calls T-API: `GET {url}/openapi/api/v1/statement` by cursor, times in UTC (docs/facts.md 30). An operation of the
 * night gets another id in the morning, so the id only drops what one reading shows twice.
 */
export function tbankApi(access: BankAccess & ReadingLimits & { paceMs?: number }): BankApi {
  return {
    provider: 'tbank',
    async readDay(account, day) {
      const from = new Date(`${day}T00:00:00+03:00`);
      const to = new Date(from.getTime() + DAY_MS);
      const found: BankMovement[] = [];
      const cursors = new Set<string>();
      const count = limitReading(access);
      for (let cursor: string | null = null; ;) {
        const query = new URLSearchParams({
          accountNumber: account,
          from: from.toISOString(),
          to: to.toISOString(),
          operationStatus: 'Transaction',
          limit: String(LIMIT),
          ...(cursor === null ? {} : { cursor }),
        });
        const read = page.safeParse(await askBank(access, `/openapi/api/v1/statement?${query}`));
        if (!read.success) throw new BankApiUnavailable('the bank: a statement without sense');
        const { operations, nextCursor } = read.data;
        count(operations.length);
        // The end is open: what was executed at midnight is of the next day.
        const own = operations.filter(
          (item) => isExecuted(item) && item.operationDate >= from && item.operationDate < to,
        );
        found.push(...own.map(toMovement));
        if (nextCursor === null) return removeDuplicates(found);
        if (cursors.has(nextCursor)) break;
        cursors.add(nextCursor);
        cursor = nextCursor;
        await pause(access.paceMs ?? PACE_MS);
      }
      throw new BankApiUnavailable('the bank: a statement without an end');
    },
  };
}

function isExecuted({ operationStatus }: z.output<typeof operation>): boolean {
  return operationStatus === null || operationStatus === 'Transaction';
}

function toMovement(input: z.output<typeof operation>): BankMovement {
  return {
    operationId: input.operationId,
    number: input.documentNumber ?? '',
    datedOn: orderDay(input.docDate, input.operationDate),
    sum: input.accountAmount,
    bookedAt: input.operationDate,
    payer: input.payer,
    payee: input.receiver,
    purpose: input.payPurpose ?? '',
  };
}

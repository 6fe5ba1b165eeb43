import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { balancesOf, otherLinesOf, type BankBalance } from './bank-balance.ts';
import { takeTurn } from './payment-store.ts';
import { insertBalances, insertLines, listBalances } from './bank-file-store.ts';
import type { BankFile } from './bank-file.ts';
import { bearOut } from './bear-out.ts';
import type { IncomingPayment } from './payment.ts';

/** Figures that the bank has stated otherwise after the days had ended. */
export interface ReplacedBalance {
  was: BankBalance;
  is: BankBalance;
}

/** Movements per statement: building a longer one would keep the process from others. */
const BATCH_SIZE = 500;

/**
 * Stores the bank's own figures of our accounts and every movement that is nobody's payment. The same figures again
 * change nothing; others for the same days take their place. A statement of a day that was not over is completed by
 * the next one: that is no correction. Tells which of the file's payments, each once, these figures bear out.
 */
export async function keepBankFigures(
  ctx: Context,
  said: {
    fileId: number;
    bankFile: BankFile;
    ownAccounts: readonly string[];
    payments: readonly IncomingPayment[];
  },
): Promise<{ replaced: ReplacedBalance[]; isBorneOut: (payment: IncomingPayment) => boolean }> {
  const { fileId, bankFile, ownAccounts, payments } = said;
  const { balances } = balancesOf(bankFile, ownAccounts);
  const lines = otherLinesOf(bankFile.documents, ownAccounts);
  return ctx.db.inSystem(async (tx) => {
    await takeTurn(tx);
    const accounts = [...new Set(balances.map(({ account }) => account))];
    const kept = await listBalances(tx, { accounts });
    const keptByDays = new Map(kept.map((one) => [daysOf(one), one]));
    const changed = balances.map((is) => ({ is, was: keptByDays.get(daysOf(is)) }));
    const fresh = changed.filter(({ is, was }) => !was || !hasSameFigures(is, was));
    await insertBalances(tx, { fileId, balances: fresh.map(({ is }) => is) });
    for (let at = 0; at < lines.length; at += BATCH_SIZE)
      await insertLines(tx, { fileId, lines: lines.slice(at, at + BATCH_SIZE) });
    const replaced = fresh.flatMap(({ is, was }) =>
      was && moscowDay(was.file.loadedAt) > was.to ? [{ is, was }] : [],
    );
    return { replaced, isBorneOut: bearOut({ balances, kept, payments, lines }) };
  });
}

function daysOf({ account, from, to }: BankBalance): string {
  return `${account} ${from} ${to}`;
}

function hasSameFigures(one: BankBalance, other: BankBalance): boolean {
  return (
    one.opening === other.opening &&
    one.credited === other.credited &&
    one.debited === other.debited &&
    one.closing === other.closing
  );
}

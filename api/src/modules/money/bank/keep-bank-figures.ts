import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { balancesOf, otherLinesOf, type BankBalance } from './bank-balance.ts';
import { takeTurn } from './payment-store.ts';
import { insertBalances, insertLines, listBalances } from './bank-file-store.ts';
import type { BankFile } from './bank-file.ts';

/** Figures that the bank has stated otherwise after the days had ended. */
export interface ReplacedBalance {
  was: BankBalance;
  is: BankBalance;
}

/**
 * Stores the bank's own figures of our accounts and every movement that is nobody's payment. The same figures again
 * change nothing; others for the same days take their place. A statement of a day that was not over is completed by
 * the next one: that is no correction.
 */
export async function keepBankFigures(
  ctx: Context,
  said: { fileId: number; bankFile: BankFile; ownAccounts: readonly string[] },
): Promise<ReplacedBalance[]> {
  const { fileId, bankFile, ownAccounts } = said;
  const { balances } = balancesOf(bankFile, ownAccounts);
  const lines = otherLinesOf(bankFile.documents, ownAccounts);
  return ctx.db.inSystem(async (tx) => {
    await takeTurn(tx);
    const accounts = [...new Set(balances.map(({ account }) => account))];
    const kept = await listBalances(tx, { accounts });
    const changed = balances.map((is) => ({
      is,
      was: kept.findLast(
        ({ account, from, to }) => account === is.account && from === is.from && to === is.to,
      ),
    }));
    const fresh = changed.filter(({ is, was }) => !was || !hasSameFigures(is, was));
    await insertBalances(tx, { fileId, balances: fresh.map(({ is }) => is) });
    await insertLines(tx, { fileId, lines });
    return fresh.flatMap(({ is, was }) =>
      was && moscowDay(was.file.loadedAt) > was.to ? [{ is, was }] : [],
    );
  });
}

function hasSameFigures(one: BankBalance, other: BankBalance): boolean {
  return (
    one.opening === other.opening &&
    one.credited === other.credited &&
    one.debited === other.debited &&
    one.closing === other.closing
  );
}

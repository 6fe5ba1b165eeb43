import type { Context } from '../../../../context.ts';
import { formatDateShort, formatRubles } from '../../../../lib/money-format.ts';
import { addDays } from '../../../../lib/days.ts';
import { toBankBalances, type ReplacedBalance } from './bank-balances.ts';
import { findBankDifferences, isHarmless, type BankDifference } from './find-bank-differences.ts';
import { listBalances, listDayTotals } from '../bank-file-store.ts';
import type { BankFile } from '../file/bank-file.ts';

/** More sentences do not help. The screen of the balances has all of them. */
const MAX_WARNINGS = 20;

/**
 * Lists what the user who loads a statement has to know about the bank's own figures for its days: corrected figures,
 * balances that do not join, missing days around it, turnovers that differ from the documents.
 */
export async function listBalanceWarnings(
  ctx: Context,
  input: {
    bankFile: Pick<BankFile, 'header' | 'balances'>;
    ownAccounts: readonly string[];
    replaced: readonly ReplacedBalance[];
  },
): Promise<string[]> {
  const { balances, unusable } = toBankBalances(input.bankFile, input.ownAccounts);
  const accounts = [...new Set(balances.map(({ account }) => account))];
  const { system } = ctx.db;
  const stored = accounts.length === 0 ? [] : await listBalances(system, { accounts });
  const totals = stored.length === 0 ? [] : await listDayTotals(system, { accounts });
  const found = findBankDifferences(stored, totals)
    // This difference follows from the others, which say where it comes from.
    .filter(({ kind }) => kind !== 'bank-balance-not-our-documents')
    .filter((bankDifference) => balances.some((balance) => overlapsPeriod(bankDifference, balance)))
    .sort((a, b) => Number(isHarmless(a)) - Number(isHarmless(b)));
  const sentences = [
    ...input.replaced.map(replacedSentence),
    ...unusable.map(
      (account) => `По счёту ${account} банк не указал дни или остатки: сверить документы с банком не с чем`,
    ),
    ...found.map(differenceSentence),
  ];
  const rest = sentences.length - MAX_WARNINGS;
  return rest > 0 ? [...sentences.slice(0, MAX_WARNINGS), `И ещё предупреждений: ${rest}`] : sentences;
}

function overlapsPeriod(
  bankDifference: BankDifference,
  days: { account: string; from: string; to: string },
): boolean {
  if (bankDifference.account !== days.account) return false;
  return bankDifference.from <= addDays(days.to, 1) && bankDifference.to >= addDays(days.from, -1);
}

/** One difference as a Russian sentence for the programme's staff. */
export function differenceSentence(found: BankDifference): string {
  const { kind, account, bankKopecks, documentsKopecks, differenceKopecks } = found;
  const [bank, documents] = [formatRubles(bankKopecks), formatRubles(documentsKopecks)];
  const by = formatRubles(Math.abs(differenceKopecks));
  const days = formatPeriod(found);
  switch (kind) {
    case 'bank-balance-gap':
      return `Счёт ${account}, начало дня ${days}: остаток ${bank}, а предыдущая выписка закончилась на ${documents}, разница ${by}`;
    case 'bank-days-missing':
      return isHarmless(found)
        ? `Счёт ${account}: за ${days} выписки нет, остатки до и после сходятся`
        : `Счёт ${account}: за ${days} выписки нет, остаток изменился с ${documents} до ${bank}. Загрузите выписку за эти дни`;
    case 'bank-incoming-not-its-documents':
      return `Счёт ${account}, ${days}: по данным банка поступило ${bank}, а документов о поступлении у нас на ${documents}, разница ${by}`;
    case 'bank-outgoing-not-its-documents':
      return `Счёт ${account}, ${days}: по данным банка списано ${bank}, а документов о списании у нас на ${documents}, разница ${by}`;
    case 'bank-balance-not-our-documents':
      return `Счёт ${account}, ${days}: остаток банка ${bank}, а по первому остатку и всем документам ${documents}, разница ${by}`;
  }
}

function replacedSentence({ was, is }: ReplacedBalance): string {
  return (
    `Счёт ${is.account}, ${formatPeriod(is)}: банк изменил свои цифры. Остаток на конец был ${formatRubles(was.closing)}, ` +
    `стал ${formatRubles(is.closing)}. Прежние цифры сохранены`
  );
}

function formatPeriod({ from, to }: { from: string; to: string }): string {
  return from === to ? formatDateShort(from) : `${formatDateShort(from)}–${formatDateShort(to)}`;
}

import { csvFile, csvHundredths, csvText } from '../../lib/csv.ts';
import { formatDateShort } from '../../lib/money-format.ts';
import { balanceDay, type Statement, type StatementMovement } from './statement.ts';

const HEADER = ['Дата', 'Время', 'Содержание', 'Откуда', 'Куда', 'Сумма', 'Остаток'];

const MOSCOW_TIME = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/**
 * A statement for a Russian spreadsheet: opening balance, one line per movement, closing balance. `madeOn` is the Moscow
 * day on which it is made: nobody knows the balance of a day that is still to come.
 */
export function statementCsv(
  { period, opening, closing, movements }: Statement,
  { madeOn }: { madeOn: string },
): string {
  const day = balanceDay(period, madeOn);
  const balanceLine = (day: string, words: string, kopecks: number): string[] => {
    return [formatDateShort(day), '', words, '', '', '', csvHundredths(kopecks)];
  };
  return csvFile([
    HEADER,
    balanceLine(period.from, 'Остаток на начало периода', opening),
    ...movements.map(movementLine),
    balanceLine(day, day === period.to ? 'Остаток на конец периода' : 'Остаток на день составления', closing),
  ]);
}

function movementLine(one: StatementMovement): string[] {
  return [
    formatDateShort(one.at),
    MOSCOW_TIME.format(one.at),
    csvText(one.description),
    csvText(one.from),
    csvText(one.to),
    csvHundredths(one.sum),
    csvHundredths(one.balance),
  ];
}

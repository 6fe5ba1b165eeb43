import { csvFile, csvHundredths, csvText } from '#contract/values/csv.ts';
import { formatDateShort } from '../../../../lib/money-format.ts';
import { balanceDay, type Statement, type StatementMovement } from './statement.ts';

const HEADER = ['Дата', 'Время', 'Содержание', 'Откуда', 'Куда', 'Сумма', 'Остаток'];
/** Column for money moved between own places, in a file that has such movements. */
const INSIDE = 'Внутри';
/** Columns for the moment of the purchase itself: the first two columns have the moment when the portal learned of the purchase. */
const SOLD = ['Дата заправки', 'Время заправки'];

const MOSCOW_TIME = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/**
 * Writes a statement for a Russian spreadsheet: opening balance, one line per movement, closing balance. `madeOn` is
 * the Moscow day on which it is made, because the balance of a future day is unknown. `internal` includes movements
 * between the company's own places.
 */
export function statementCsv(
  { place, period, opening, closing, movements }: Statement,
  { madeOn, internal }: { madeOn: string; internal: boolean },
): string {
  const inside = internal && place.kind === 'company';
  const cell = (text: string): string[] => (inside ? [text] : []);
  const day = balanceDay(period, madeOn);
  const balanceLine = (day: string, text: string, kopecks: number): string[] => {
    return [formatDateShort(day), '', text, '', '', '', csvHundredths(kopecks), ...cell(''), '', ''];
  };
  return csvFile([
    [...HEADER, ...cell(INSIDE), ...SOLD],
    balanceLine(period.from, 'Остаток на начало периода', opening),
    ...movements.map((movement) => [
      ...movementLine(movement),
      ...cell(movement.sum === 0 ? csvHundredths(movement.moved) : ''),
      ...(movement.soldAt
        ? [formatDateShort(movement.soldAt), MOSCOW_TIME.format(movement.soldAt)]
        : ['', '']),
    ]),
    balanceLine(day, day === period.to ? 'Остаток на конец периода' : 'Остаток на день составления', closing),
  ]);
}

function movementLine(statementMovement: StatementMovement): string[] {
  return [
    formatDateShort(statementMovement.at),
    MOSCOW_TIME.format(statementMovement.at),
    csvText(statementMovement.description),
    csvText(statementMovement.from),
    csvText(statementMovement.to),
    csvHundredths(statementMovement.sum),
    csvHundredths(statementMovement.balance),
  ];
}

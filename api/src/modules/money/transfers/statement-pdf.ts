import type { Content } from 'pdfmake/interfaces.js';
import type { Requisites } from '#contract/requisites.ts';
import { STATEMENT_DAYS } from '#contract/statement-days.ts';
import { amountInWords } from '../../../lib/amount-in-words.ts';
import { formatDateLong, formatDateShort, formatMoney } from '../../../lib/money-format.ts';
import { heading, notice, parties, partyDetails, type PaperParty } from '../../../lib/paper-blocks.ts';
import { lineTable, totals, type PaperColumn } from '../../../lib/paper-tables.ts';
import { renderPdf } from '../../../lib/pdf.ts';
import { balanceDay, type Statement, type StatementMovement } from './statement.ts';

export interface StatementPaper {
  statement: Statement;
  programme: Requisites;
  client: PaperParty;
  /** `YYYY-MM-DD`, Moscow. */
  madeOn: string;
}

const COLUMNS: readonly PaperColumn[] = [
  { title: 'Дата', width: 50, figures: true },
  { title: 'Содержание', width: '*' },
  { title: 'Поступило, ₽', width: 'auto', figures: true },
  { title: 'Списано, ₽', width: 'auto', figures: true },
  { title: 'Остаток, ₽', width: 'auto', figures: true },
];

/**
 * The statement as a PDF. Nobody signs it: the act of reconciliation of a closed month is the paper of both sides. Money on an account is an advance: the tax is shown on invoices
 * and closing documents, so there is none here.
 */
export async function statementPdf(paper: StatementPaper): Promise<Buffer> {
  const { statement, programme, client, madeOn } = paper;
  const { from, to } = statement.period;
  const title = 'Выписка по счёту';
  const content: Content[] = [
    heading(`${title} за период с ${formatDateShort(from)} по ${formatDateShort(to)}`),
    parties([
      { role: 'Программа', strong: programme.name, text: partyDetails(programme) },
      { role: 'Клиент', strong: client.name, text: partyDetails(client) },
      { role: 'Счёт', text: statement.place.title },
    ]),
    notice(`${STATEMENT_DAYS} Суммы в рублях, без выделения НДС.`),
    lineTable(
      COLUMNS,
      [
        [formatDateShort(from), 'Остаток на начало периода', '', '', formatMoney(statement.opening)],
        ...statement.movements.map(movementCells),
      ],
      [null, ...bookmarksOf(statement)],
    ),
    totals([
      { label: 'Поступило за период', value: formatMoney(statement.cameIn) },
      { label: 'Списано за период', value: formatMoney(statement.wentOut) },
      {
        label: `Остаток на ${formatDateShort(balanceDay(statement.period, madeOn))}`,
        value: `${formatMoney(statement.closing)}\u00a0₽`,
        strong: true,
      },
    ]),
    ...(statement.place.kind === 'company' ? [{ stack: [conclusion(paper)], unbreakable: true }] : []),
  ];
  return await renderPdf({ title, author: programme.name, dateIso: madeOn, content });
}

const MONTH = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', month: 'long', year: 'numeric' });

/** The first movement of each month, or of each day in a statement within one month. */
function bookmarksOf({ period, movements }: Statement): (string | null)[] {
  const isWithinMonth = period.from.slice(0, 7) === period.to.slice(0, 7);
  let last = '';
  return movements.map(({ at }) => {
    const title = isWithinMonth ? formatDateShort(at) : MONTH.format(at);
    if (title === last) return null;
    last = title;
    return title;
  });
}

function movementCells({ at, description, from, to, sum, balance }: StatementMovement): string[] {
  return [
    formatDateShort(at),
    `${description}\n${from} → ${to}`,
    sum > 0 ? formatMoney(sum) : '',
    sum < 0 ? formatMoney(0 - sum) : '',
    formatMoney(balance),
  ];
}

/** In whose favour the balance is: the sentence that an accountant reads first. */
function conclusion(paper: StatementPaper): Content {
  const { statement, programme, client, madeOn } = paper;
  const { closing, period } = statement;
  const day = formatDateLong(balanceDay(period, madeOn));
  const sum = `${formatMoney(Math.abs(closing))} руб. (${amountInWords(Math.abs(closing))})`;
  const text =
    closing === 0
      ? `На ${day} задолженность отсутствует.`
      : closing > 0
        ? `На ${day} остаток аванса в пользу ${client.name}: ${sum}.`
        : `На ${day} задолженность в пользу ${programme.name}: ${sum}.`;
  return { text, bold: true, fontSize: 10, margin: [0, 4, 0, 0] };
}

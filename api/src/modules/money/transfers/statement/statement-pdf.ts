import type { Content } from 'pdfmake/interfaces.js';
import type { Requisites } from '#contract/values/requisites.ts';
import { STATEMENT_DAYS } from '#contract/money/statement-days.ts';
import { amountInWords } from '../../../../lib/amount-in-words.ts';
import { formatDateLong, formatDateShort, formatMoney, moscowDay } from '../../../../lib/money-format.ts';
import { heading, notice, parties, partyDetails, type PdfParty } from '../../../../lib/pdf/pdf-blocks.ts';
import { lineTable, totals, type PdfTableColumn } from '../../../../lib/pdf/pdf-tables.ts';
import { renderPdf } from '../../../../lib/pdf/pdf.ts';
import { balanceDay, type Statement, type StatementMovement } from './statement.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { crowded, notFound } from '../../../../errors.ts';
import { callInWorker, CallAbandoned } from '../../../../lib/turns/call-in-worker.ts';
import { findCompany } from '../../../companies/companies/companies.ts';
import { findShortStatement, readStatement, type StatementArgs, readPlaceTitle } from './read-statement.ts';
import { readCard } from '../../../cards/cards/read-card.ts';

export interface StatementDocument {
  statement: Statement;
  programme: Requisites;
  client: PdfParty;
  /** `YYYY-MM-DD`, Moscow. */
  madeOn: string;
}

const COLUMNS: readonly PdfTableColumn[] = [
  { title: 'Дата', width: 50, figures: true },
  { title: 'Содержание', width: '*' },
  { title: 'Поступило, ₽', width: 'auto', figures: true },
  { title: 'Списано, ₽', width: 'auto', figures: true },
  { title: 'Остаток, ₽', width: 'auto', figures: true },
];

/**
 * Lays out the statement as a PDF. It is not signed: the reconciliation act of a closed month is the document of both
 * sides. Money on an account is an advance. The tax is shown on invoices and closing documents, so there is none here.
 */
export async function statementPdf(printed: StatementDocument): Promise<Buffer> {
  const { statement, programme, client, madeOn } = printed;
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
      [null, ...makeBookmarks(statement)],
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
    ...(statement.place.kind === 'company' ? [{ stack: [conclusion(printed)], unbreakable: true }] : []),
  ];
  return await renderPdf({ title, author: programme.name, dateIso: madeOn, content });
}

const MONTH = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', month: 'long', year: 'numeric' });

/** The first movement of each month, or of each day in a statement within one month. */
function makeBookmarks({ period, movements }: Statement): (string | null)[] {
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

/** Writes in whose favour the balance is: the sentence that an accountant reads first. */
function conclusion(printed: StatementDocument): Content {
  const { statement, programme, client, madeOn } = printed;
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

/** Up to this many movements are laid out faster than a worker starts. */
const QUICK = 100;
const RETRY_SECONDS = 60;

/**
 * Returns the statement as a PDF. Refuses as `readStatement` does, and with 503 if too many long ones are requested at
 * once.
 */
export async function downloadStatementPdf(
  ctx: Context,
  scope: CompanyScope,
  args: StatementArgs,
  signal: AbortSignal,
): Promise<Buffer> {
  const short = await findShortStatement(ctx, scope, { ...args, max: QUICK });
  if (short) return statementPdf(await toStatementDocument(ctx, scope, short));
  // A long statement takes seconds of a processor and would block other requests. It is read again when its turn comes,
  // so that waiting ones use no memory.
  const call = {
    module: new URL('./statement-pdf.ts', import.meta.url),
    name: 'statementPdf',
    argument: async () => toStatementDocument(ctx, scope, await readStatement(ctx, scope, args)),
    signal,
  };
  return Buffer.from(await callInWorker<Uint8Array>(call).catch(refuseWhenBusy));
}

async function toStatementDocument(
  ctx: Context,
  scope: CompanyScope,
  statement: Statement,
): Promise<StatementDocument> {
  const company = await ctx.db.inCompany(scope, (tx) => findCompany(tx, scope.companyId));
  if (!company) throw notFound();
  const { title: name, inn, kpp, ogrn } = company;
  return {
    statement,
    programme: ctx.programme.today().requisites,
    client: { name, inn, kpp, ogrn },
    madeOn: moscowDay(ctx.clock.now()),
  };
}

function refuseWhenBusy(error: unknown): never {
  if (!(error instanceof CallAbandoned)) throw error;
  throw crowded('Сейчас готовится слишком много длинных актов. Попробуйте через минуту', RETRY_SECONDS);
}

/**
 * Returns the name of a statement's file. It names the account, as the document does, because files of several accounts
 * end up in one folder. None is called an act of reconciliation, which is another document, of a closed month. A card
 * is named by all of its digits, because the last four are not unique.
 */
export async function nameStatement(
  ctx: Context,
  scope: CompanyScope,
  { place, period }: Pick<StatementArgs, 'place' | 'period'>,
  ending: 'csv' | 'pdf',
): Promise<string> {
  const dates = `${period.from} – ${period.to}`;
  if (place.kind === 'company') return `Выписка по счёту ${dates}.${ending}`;
  const account =
    place.kind === 'card'
      ? `Карта ${(await readCard(ctx, scope, place.cardId)).number}`
      : await readPlaceTitle(ctx, scope, place);
  return `Выписка по счёту ${dates}, ${account.charAt(0).toLowerCase()}${account.slice(1)}.${ending}`;
}

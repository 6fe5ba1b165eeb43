import type { Content } from 'pdfmake/interfaces.js';
import { formatDateLong, moscowDay } from '../../../lib/money-format.ts';
import { heading, parties, partyDetails, signatures, type PdfParty } from '../../../lib/pdf/pdf-blocks.ts';
import { lineTable, type PdfTableColumn } from '../../../lib/pdf/pdf-tables.ts';
import { renderPdf } from '../../../lib/pdf/pdf.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { findCompany, toDocumentParty } from '../../companies/companies/companies.ts';
import { findOwnItem, listItemCards } from './item-store.ts';
import { actProblem } from './policy.ts';

/** The act of handing over the cards of one item of a request, of a whole request, or of a month. `date` is `YYYY-MM-DD`. */
export interface CardActDocument {
  /** Number of the request and of its item: «12/31»; of the whole request: «12». */
  number: string;
  date: string;
  from: PdfParty & { signer: string };
  to: PdfParty & { signer: string };
  /** Named where there are no cards yet. */
  network: string;
  count: number;
  /** Empty while the network has not issued them. */
  cards: readonly ActCard[];
  /** The order of the cards: «заявка № 12 от 5 ноября 2026 г.» */
  basis?: string;
  /** In a month's act: the period, and how many of the cards were issued before it and are in no earlier act. */
  issued?: { period: string; earlier: number };
}

interface ActCard {
  network: string;
  number: string;
}

const NUMBERED: readonly PdfTableColumn[] = [
  { title: '№', width: 24 },
  { title: 'Сеть', width: '*' },
  { title: 'Номер карты', width: 200, figures: true },
];

const COUNTED: readonly PdfTableColumn[] = [
  { title: '№', width: 24 },
  { title: 'Наименование', width: '*' },
  { title: 'Кол-во, шт.', width: 80, figures: true },
];

/**
 * Makes the act by which two sides sign that cards were handed over. The signed document comes back as a scan (spec
 * §1.16, docs/facts.md 5).
 */
export async function actPdf(act: CardActDocument): Promise<Buffer> {
  const title = `Акт приёма-передачи топливных карт № ${act.number} от ${formatDateLong(act.date)}`;
  const content: Content[] = [
    heading(title, undefined, act.issued?.period),
    parties([
      { role: 'Передал', strong: act.from.name, text: partyDetails(act.from) },
      { role: 'Принял', strong: act.to.name, text: partyDetails(act.to) },
    ]),
    {
      margin: [0, 0, 0, 8],
      text:
        'Передающая сторона передала, а принимающая сторона приняла топливные карты по списку. ' +
        'Карты переданы с нулевым балансом, в исправном состоянии.' +
        (act.basis ? ` Основание: ${act.basis}.` : '') +
        (act.issued?.earlier ? ` В том числе карты, выданные до начала периода: ${act.issued.earlier}.` : ''),
    },
    cardTable(act),
    signatures(
      [
        { title: 'Передал', name: act.from.signer },
        { title: 'Принял', name: act.to.signer },
      ],
      [
        { margin: [0, 8, 0, 0], text: `Всего передано карт: ${act.count}`, bold: true },
        {
          margin: [0, 8, 0, 0],
          text: 'Претензий по количеству и внешнему виду карт принимающая сторона не имеет. Акт составлен в двух экземплярах.',
        },
      ],
    ),
  ];
  return await renderPdf({ title, author: act.from.name, dateIso: act.date, content });
}

function cardTable({ network, count, cards }: CardActDocument): Content {
  if (cards.length === 0) return lineTable(COUNTED, [['1', `Топливная карта ${network}`, String(count)]]);
  return lineTable(
    NUMBERED,
    cards.map((card, index) => [
      String(index + 1),
      card.network,
      card.number.replace(/(\d{4})(?=\d)/g, '$1\u00a0'),
    ]),
  );
}

/** The act of one item as a PDF to sign (spec §7.21); another company's item is 404; 409 before its cards are issued. */
export async function makeAct(
  ctx: Context,
  scope: CompanyScope,
  itemId: number,
): Promise<{ name: string; file: Buffer }> {
  const found = await ctx.db.inCompany(scope, async (tx) => ({
    item: await findOwnItem(tx, scope, itemId),
    company: await findCompany(tx, scope.companyId),
    cardNumbers: await listItemCards(tx, scope, itemId),
  }));
  const { item, company, cardNumbers } = found;
  if (!item || !company) throw notFound('Заявка не найдена');
  const problem = actProblem(item);
  if (problem !== null) throw conflict(problem);
  const date = moscowDay(item.issuedAt ?? item.createdAt);
  const { requisites } = ctx.programme.on(date);
  const file = await actPdf({
    number: `${item.orderId}/${item.id}`,
    date,
    from: { ...requisites, signer: requisites.director },
    to: {
      ...toDocumentParty(company),
      signer: `${item.recipient.lastname} ${item.recipient.firstname}`.trim(),
    },
    network: item.partnerTitle,
    count: item.count,
    cards: cardNumbers.map((number) => ({ network: item.partnerTitle, number })),
  });
  return { name: `Акт ${item.orderId}-${item.id}.pdf`, file };
}

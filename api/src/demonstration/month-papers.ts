import { OPERATION_TYPE, PARTNER, type PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { RegistryCompany } from '../gateways/company-registry/company-registry.ts';
import type { FileStore } from '../gateways/file-storage/file-store.ts';
import { formatDateLong, formatMoney, moscowDay } from '../lib/money-format.ts';
import { heading, notice, parties, partyDetails, signatures } from '../lib/paper-blocks.ts';
import { lineTable, totals } from '../lib/paper-tables.ts';
import { renderPdf } from '../lib/pdf.ts';
import { vatIncluded } from '../lib/vat.ts';
import { paperParty } from '../modules/companies/companies/paper-party.ts';
import { periodWords } from '../modules/office/documents/month-words.ts';
import type { Operator } from '../operator.ts';
import { monthBefore } from './moscow-time.ts';
import type { CompanyPlan } from './plan.ts';

/** A closing document of a month; its file is already stored. */
export interface MonthPaper {
  partnerId: PartnerId;
  month: string;
  title: string;
  sum: Kopecks;
  vat: Kopecks;
  file: { sha256: string; name: string; sizeBytes: number };
  publishedAt: Date;
  receivedAt: Date | null;
  objection: { text: string; at: Date } | null;
}

const MONTHS = 11;
/** Besides the most used network's documents, each month has those of one other network. */
const OTHERS: readonly PartnerId[] = [PARTNER.rn, PARTNER.third, PARTNER.other];

/** Two documents for each of the last full months, with what the company actually bought then. */
export async function makeMonthPapers(
  plan: CompanyPlan,
  about: { company: RegistryCompany; operator: Operator; files: FileStore; now: Date },
): Promise<MonthPaper[]> {
  const papers: MonthPaper[] = [];
  for (let months = MONTHS; months >= 1; months--) {
    const month = monthBefore(about.now, months);
    for (const partnerId of [PARTNER.gpn, OTHERS[months % OTHERS.length] as PartnerId]) {
      const lines = boughtIn(plan, month, partnerId);
      if (lines.length === 0) continue;
      papers.push(await makePaper({ month, partnerId, lines, months }, about));
    }
  }
  return papers;
}

interface BoughtLine {
  title: string;
  centilitres: number;
  sum: Kopecks;
}

/** Purchases minus refunds, by goods. */
function boughtIn(plan: CompanyPlan, month: string, partnerId: PartnerId): BoughtLine[] {
  const lines = new Map<string, BoughtLine>();
  for (const event of plan.events) {
    if (event.kind !== 'operation' || !event.sale || plan.cards[event.card]?.partnerId !== partnerId)
      continue;
    if (!moscowDay(event.at).startsWith(month)) continue;
    const sign = event.typeId === OPERATION_TYPE.refund ? -1 : 1;
    const line = lines.get(event.sale.goodsTitle) ?? {
      title: event.sale.goodsTitle,
      centilitres: 0,
      sum: kopecks(0),
    };
    lines.set(line.title, {
      ...line,
      centilitres: line.centilitres + sign * event.sale.centilitres,
      sum: kopecks(line.sum + sign * event.sum),
    });
  }
  return [...lines.values()]
    .filter(({ sum }) => sum > 0)
    .sort((one, other) => one.title.localeCompare(other.title, 'ru'));
}

async function makePaper(
  paper: { month: string; partnerId: PartnerId; lines: BoughtLine[]; months: number },
  about: { company: RegistryCompany; operator: Operator; files: FileStore; now: Date },
): Promise<MonthPaper> {
  const { month, partnerId, lines, months } = paper;
  const date = lastDayOf(month);
  const number = `${month.replace('-', '')}-${partnerId}`;
  const title = `УПД № ${number} от ${formatDateLong(date)}`;
  const sum = kopecks(lines.reduce((total, line) => total + line.sum, 0));
  const bytes = await renderPdf({
    title,
    author: about.operator.requisites.name,
    dateIso: date,
    content: paperContent(
      { title, month, date, lines, sum, partner: partnerTitle(about.operator, partnerId) },
      about,
    ),
  });
  const publishedAt = new Date(new Date(`${date}T10:20:00+03:00`).getTime() + 3 * 86_400_000);
  // The last two months are not reviewed yet, and one document is disputed.
  const isDisputed = months === 2 && partnerId !== PARTNER.gpn;
  const at = new Date(publishedAt.getTime() + 2 * 86_400_000 + 7_500_000);
  return {
    partnerId,
    month,
    title: `УПД № ${number}`,
    sum,
    vat: kopecks(vatIncluded(sum, date).vatKopecks),
    file: { sha256: await about.files.put(bytes), name: `УПД ${number}.pdf`, sizeBytes: bytes.length },
    publishedAt: earlier(publishedAt, about.now),
    receivedAt: months > 2 ? at : null,
    objection: isDisputed
      ? {
          text: 'Не хватает двух заправок последней недели: в отчёте по картам они есть',
          at: earlier(at, about.now),
        }
      : null,
  };
}

function paperContent(
  paper: { title: string; month: string; date: string; lines: BoughtLine[]; sum: Kopecks; partner: string },
  { company, operator }: { company: RegistryCompany; operator: Operator },
) {
  const vat = vatIncluded(paper.sum, paper.date);
  return [
    heading(paper.title, undefined, periodWords(paper.month, paper.date)),
    notice(
      'Универсальный передаточный документ, статус 1: счёт-фактура и передаточный документ. Демонстрационные данные.',
    ),
    parties([
      { role: 'Продавец', strong: operator.requisites.name, text: partyDetails(operator.requisites) },
      {
        role: 'Покупатель',
        strong: company.title,
        text: partyDetails(paperParty(company)),
      },
      { role: 'Основание', text: `Отпуск топлива по картам сети «${paper.partner}»` },
    ]),
    lineTable(
      [
        { title: '№', width: 24 },
        { title: 'Товар', width: '*' },
        { title: 'Кол-во, л', width: 90, figures: true },
        { title: 'Сумма с НДС, ₽', width: 110, figures: true },
      ],
      paper.lines.map((line, index) => [
        String(index + 1),
        line.title,
        formatMoney(line.centilitres),
        formatMoney(line.sum),
      ]),
    ),
    totals([
      { label: `В том числе НДС ${vat.ratePercent} %`, value: formatMoney(vat.vatKopecks) },
      { label: 'Всего к оплате, ₽', value: formatMoney(paper.sum), strong: true },
    ]),
    signatures([
      { title: 'Товар передал', name: operator.requisites.director },
      { title: 'Товар принял', name: company.director ?? '' },
    ]),
  ];
}

function partnerTitle(operator: Operator, partnerId: PartnerId): string {
  return operator.partners.find(({ id }) => id === partnerId)?.title ?? '';
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

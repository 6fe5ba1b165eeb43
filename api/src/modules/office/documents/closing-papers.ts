import type { PartnerId } from '#contract/ids.ts';
import { formatDateLong } from '../../../lib/money-format.ts';
import type { PaperParty } from '../../../lib/paper-blocks.ts';
import type { Operator } from '../../../operator.ts';
import type { CompanyRecord } from '../../companies/companies/company.ts';
import { paperParty } from '../../companies/companies/paper-party.ts';
import { actPdf } from '../../orders/orders/act-pdf.ts';
import type { PartnerRecord } from '../../programme/partners/partner.ts';
import {
  goodsLines,
  PAPER_KIND,
  partnersOf,
  startOfMonth,
  totalOf,
  totalOfLines,
  type MonthFigures,
  type PaperKind,
  type PaperTotal,
} from './month-closing.ts';
import { forMonth, periodWords } from './month-words.ts';
import { reconciliationPdf } from './reconciliation-pdf.ts';
import { registerPdf } from './register-pdf.ts';
import { updPdf } from './upd-pdf.ts';

/** The head and foot of every paper of a month. */
export interface ClosingHead {
  number: string;
  /** `YYYY-MM` */
  month: string;
  /** «с 01.10.2026 по 31.10.2026» */
  period: string;
  /** `YYYY-MM-DD` */
  dateIso: string;
  seller: PaperParty & { director: string; accountant: string };
  buyer: PaperParty;
  network: string;
  /** «Принимаются в личном кабинете по 29 сентября 2026 г. включительно…» */
  objections: string;
}

export interface PaperDraft {
  partnerId: PartnerId;
  kind: PaperKind;
  title: string;
  bytes: Buffer;
  /** Null: the paper is not about a sum. */
  total: PaperTotal | null;
}

export interface PapersAbout {
  operator: Operator;
  company: CompanyRecord;
  partners: readonly PartnerRecord[];
  dateIso: string;
  /** Last day of objections, `YYYY-MM-DD`. */
  objectUntil: string;
}

/**
 * The papers of a company and month: for each network what it sold and issued, and one reconciliation act for all of
 * them.
 */
export async function closingPapers(figures: MonthFigures, about: PapersAbout): Promise<PaperDraft[]> {
  const drafts: PaperDraft[] = [];
  const { month } = figures;
  for (const partnerId of partnersOf(figures)) {
    const head = headOf(month, partnerId, about);
    const { number } = head;
    const isEarlier = ({ issuedAt }: { issuedAt: Date }): boolean => issuedAt < startOfMonth(month);
    const sales = figures.sales.filter((sale) => sale.partnerId === partnerId);
    const cards = figures.cards.filter((card) => card.partnerId === partnerId);
    const add = (kind: PaperKind, bytes: Buffer, total: PaperTotal | null): number =>
      drafts.push({ partnerId, kind, title: titleOf(kind, number, month), bytes, total });
    if (sales.length > 0) {
      const { gross, vat } = totalOfLines(goodsLines(sales));
      add('register', await registerPdf(head, sales), { sum: totalOf(sales).sum, vat: null });
      add('upd', await updPdf(head, sales), { sum: gross, vat });
    }
    if (cards.length > 0) {
      const act = {
        number,
        date: about.dateIso,
        from: { ...head.seller, signer: head.seller.director },
        to: { ...head.buyer, signer: '' },
        network: head.network,
        count: cards.length,
        cards: cards.map((card) => ({ network: head.network, number: card.number })),
        issued: { period: head.period, earlier: cards.filter(isEarlier).length },
      };
      add('cards', await actPdf(act), null);
    }
  }
  const first = drafts[0]?.partnerId ?? about.partners.find((partner) => partner.active)?.id;
  if (first !== undefined && figures.sales.length + figures.payments.length > 0) {
    const number = `${month.replace('-', '')}-${about.company.id}`;
    const bytes = await reconciliationPdf({ ...headOf(month, first, about), number }, figures, titles(about));
    const kind = 'reconciliation';
    drafts.push({ partnerId: first, kind, title: titleOf(kind, number, month), bytes, total: null });
  }
  return drafts;
}

function titleOf(kind: PaperKind, number: string, month: string): string {
  return `${PAPER_KIND[kind].title} № ${number} ${forMonth(month)}`;
}

function headOf(month: string, partnerId: PartnerId, about: PapersAbout): ClosingHead {
  const { operator, company, dateIso, objectUntil } = about;
  const { requisites } = operator;
  return {
    number: `${month.replace('-', '')}-${company.id}-${partnerId}`,
    month,
    period: periodWords(month, dateIso),
    dateIso,
    seller: { ...requisites },
    buyer: paperParty(company),
    network: titles(about).get(partnerId) ?? '',
    objections:
      `Принимаются в личном кабинете по ${formatDateLong(objectUntil)} включительно. ` +
      'Документ подтверждает пользователь клиента кодом из СМС; без его действия подпись не проставляется.',
  };
}

function titles({ partners }: PapersAbout): Map<PartnerId, string> {
  return new Map(partners.map((partner) => [partner.id, partner.title]));
}

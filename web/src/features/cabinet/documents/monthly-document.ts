import type { z } from 'zod';
import { UNCONFIRMED_KIND, type monthlyDocument } from '#contract/papers/documents.ts';
import type { PluralForms } from '#contract/values/counted.ts';

/** A document with its month, `YYYY-MM`. */
export type MonthlyDocument = z.infer<typeof monthlyDocument> & { month: string };

export const DOCUMENT_FORMS: PluralForms = ['документ', 'документа', 'документов'];

/** Short names of the documents of a month's set, where space is limited. */
const SHORT_KIND: Record<NonNullable<MonthlyDocument['kind']>, string> = {
  register: 'Реестр',
  upd: 'УПД',
  cards: 'Акт карт',
  reconciliation: 'Акт сверки',
  'advance-invoice': 'Счёт-фактура на аванс',
};

/**
 * «УПД № 202610-12-1 за октябрь 2026 года» → «УПД № 10-1»: the year stands above the list, and the company is always the
 * same. A title of another form, as people write it, stays whole.
 */
export function shortTitle({ kind, title }: Pick<MonthlyDocument, 'kind' | 'title'>): string {
  const found = kind && /№ \d{4}(\d{2})-(?:\d+-)?(\d+)(?= |$)/.exec(title);
  if (!found)
    return kind === 'cards' ? title.replace(/^Акт приёма-передачи карт(?= № \d+$)/, SHORT_KIND.cards) : title;
  const [, month, network] = found;
  return `${SHORT_KIND[kind]} № ${month}${kind === 'reconciliation' ? '' : `-${network}`}`;
}

/** Neither withdrawn nor corrected: of several, the last correction is valid. */
export function isValid({ withdrawn, replaced_by: correction }: MonthlyDocument): boolean {
  return !withdrawn && !correction;
}

/** Whether someone may still object to it: valid, not confirmed, not objected to. */
export function isDisputable(document: MonthlyDocument): boolean {
  return isValid(document) && !document.received && !document.objection;
}

/** Whether it is undecided. An invoice for an advance has nothing to confirm. */
export function isOpen(document: MonthlyDocument): boolean {
  return isDisputable(document) && document.kind !== UNCONFIRMED_KIND;
}

/** Whether nothing is left to do for its company. */
export function isWaiting(document: MonthlyDocument): boolean {
  return isOpen(document) && document.edm?.state !== 'signed';
}

/** Whether the operator is still polled: every state but the three final ones. */
export function isInTransit({ edm }: { edm: MonthlyDocument['edm'] }): boolean {
  return edm !== null && (edm.state === 'queued' || edm.state === 'sent' || edm.state === 'delivered');
}

/** «PDF готовится: 34 %, страниц 8 500 из 25 000». */
export function formatProgress({ pages, all_pages: all }: NonNullable<MonthlyDocument['making']>): string {
  if (!all) return 'PDF готовится';
  const share = Math.floor((100 * pages) / all);
  return `PDF готовится: ${share}\u00a0%, страниц ${pages.toLocaleString('ru-RU')} из ${all.toLocaleString('ru-RU')}`;
}

/** Returns the total of documents. A sale is in a register and in a УПД; with VAT alone it is counted once. */
export function getTotal(documents: readonly MonthlyDocument[]): { sum: number; vat: number } | null {
  const taxed = documents.filter((document) => document.vat !== null && isValid(document));
  if (taxed.length === 0) return null;
  const kopecks = (part: 'sum' | 'vat') =>
    taxed.reduce((total, item) => total + Math.round((item[part] ?? 0) * 100), 0);
  return { sum: kopecks('sum') / 100, vat: kopecks('vat') / 100 };
}

/** The undecided documents of a month. */
export interface WaitingMonth {
  month: string;
  documents: MonthlyDocument[];
}

/** Sorted as the documents: newest month first. */
export function waitingMonths(documents: readonly MonthlyDocument[]): WaitingMonth[] {
  const groups = Map.groupBy(documents.filter(isOpen), ({ month }) => month);
  return [...groups].map(([month, group]) => ({ month, documents: group }));
}

export interface NetworkDocuments {
  partnerId: number;
  partnerTitle: string;
  documents: MonthlyDocument[];
}

/** Keeps the order in which the networks first occur. */
export function groupByNetwork(documents: readonly MonthlyDocument[]): NetworkDocuments[] {
  const groups = Map.groupBy(documents, (document) => document.partner_id);
  return [...groups].map(([partnerId, group]) => ({
    partnerId,
    partnerTitle: group[0]?.partner_title ?? '',
    documents: group,
  }));
}

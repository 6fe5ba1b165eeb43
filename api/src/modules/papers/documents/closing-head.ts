import type { PdfParty } from '../../../lib/pdf/pdf-blocks.ts';

/** Head and foot of every document of a month. */
export interface ClosingHead {
  number: string;
  /** «с 01.10.2026 по 31.10.2026» */
  period: string;
  /** `YYYY-MM-DD` */
  dateIso: string;
  seller: PdfParty & { director: string; accountant: string };
  buyer: PdfParty;
  network: string;
  /** «Принимаются в личном кабинете по 29 сентября 2026 г. включительно…» */
  objections: string;
}

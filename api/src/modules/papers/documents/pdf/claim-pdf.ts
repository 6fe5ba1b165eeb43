import { counted } from '#contract/values/counted.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Requisites } from '#contract/values/requisites.ts';
import { amountInWords } from '../../../../lib/amount-in-words.ts';
import { formatDateLong, formatDateShort, formatRubles } from '../../../../lib/money-format.ts';
import {
  bankBox,
  heading,
  paragraph,
  parties,
  partyDetails,
  signatures,
  subheading,
  type PdfParty,
} from '../../../../lib/pdf/pdf-blocks.ts';
import { factTable, totals } from '../../../../lib/pdf/pdf-tables.ts';
import { CONTENT_WIDTH, renderPdf } from '../../../../lib/pdf/pdf.ts';

/** A claim for a debt that is late. Days are `YYYY-MM-DD`. */
export interface Claim {
  number: string;
  dateIso: string;
  creditor: Requisites;
  debtor: PdfParty;
  /** The framework agreement; null where the client has accepted none. */
  agreement: { number: string; dateIso: string } | null;
  /** The part whose term is over, and all of the credit in use. */
  overdue: Kopecks;
  total: Kopecks;
  term: string;
  lateDays: number;
  /** The penalty so far; null where there is none. */
  penalty: { sum: Kopecks; days: number; ratePercent: string; since: string } | null;
}

/** Days after which a court takes the case (АПК РФ, article 4, part 5). */
const ANSWER_DAYS = 30;
const DAYS = ['день', 'дня', 'дней'] as const;

/** Lays out the claim on one page: the debt, its days, the terms, the bank details of the creditor. */
export async function claimPdf(claim: Claim): Promise<Buffer> {
  const { creditor, debtor, dateIso, overdue, penalty } = claim;
  const title = `Претензия № ${claim.number} от ${formatDateLong(dateIso)}`;
  const sum = overdue + (penalty?.sum ?? 0);
  return await renderPdf({
    title,
    author: creditor.name,
    dateIso,
    content: [
      heading(title),
      parties([
        { role: 'От кого', strong: creditor.name, text: partyDetails(creditor) },
        { role: 'Кому', strong: debtor.name, text: partyDetails(debtor) },
        ...(claim.agreement ? [{ role: 'Основание', text: formatAgreement(claim.agreement) }] : []),
      ]),
      paragraph(
        `По топливным картам вы получали нефтепродукты с отсрочкой оплаты. Срок оплаты истёк ${formatDateLong(claim.term)}, оплата не поступила. На ${formatDateLong(dateIso)} просрочка составляет ${counted(claim.lateDays, DAYS)}.`,
      ),
      subheading('Расчёт задолженности'),
      factTable([
        { name: 'Топливо, срок оплаты которого прошёл', value: formatRubles(overdue) },
        { name: 'Срок оплаты', value: formatDateShort(claim.term) },
        { name: 'Дней просрочки', value: String(claim.lateDays) },
        ...(penalty
          ? [
              {
                name: 'Неустойка',
                value: `${formatRubles(penalty.sum)}: ${penalty.ratePercent} % от просроченной суммы за каждый день с ${formatDateShort(penalty.since)}, ${counted(penalty.days, DAYS)}`,
              },
            ]
          : []),
        { name: 'Всего взято в кредит на эту дату', value: formatRubles(claim.total) },
      ]),
      totals([{ label: 'К оплате по претензии', value: formatRubles(sum), strong: true }]),
      { text: amountInWords(sum), bold: true, margin: [0, 2, 0, 8] },
      subheading('Требование'),
      paragraph(
        `Просим перечислить ${formatRubles(sum)} в течение ${ANSWER_DAYS} календарных дней со дня направления этой претензии. ${penalty ? 'Неустойка начисляется по день фактической оплаты. ' : ''}По истечении этого срока мы вправе обратиться в арбитражный суд (часть 5 статьи 4 АПК РФ).`,
      ),
      paragraph('Если оплата уже отправлена, сообщите номер и дату платёжного поручения.'),
      subheading('Реквизиты для оплаты'),
      bankBox(creditor, CONTENT_WIDTH),
      signatures([
        {
          title: creditor.kpp === null ? 'Индивидуальный предприниматель' : 'Руководитель',
          name: creditor.director,
        },
      ]),
    ],
  });
}

function formatAgreement({ number, dateIso }: { number: string; dateIso: string }): string {
  return `Рамочное соглашение № ${number} от ${formatDateShort(dateIso)}`;
}

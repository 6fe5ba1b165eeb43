import { CONTRACT_IS_SIGNED } from '#contract/identity/what-a-code-confirms.ts';
import type { Content } from 'pdfmake/interfaces.js';
import type { Requisites } from '#contract/values/requisites.ts';
import { formatDateLong, formatDateShort } from '../../../lib/money-format.ts';
import {
  bankBox,
  heading,
  paragraph,
  parties,
  partyDetails,
  signatures,
  subheading,
} from '../../../lib/pdf/pdf-blocks.ts';
import { factTable, lineTable, type PdfTableColumn } from '../../../lib/pdf/pdf-tables.ts';
import { CONTENT_WIDTH, renderPdf } from '../../../lib/pdf/pdf.ts';
import { layOutAgreement } from '../../companies/terms/agreement-pdf.ts';
import type { ContractFacts } from './contract-facts.ts';

/** An edition of a contract. Days are `YYYY-MM-DD`. */
export interface ContractDocument {
  number: string;
  edition: number;
  dateIso: string;
  /** Day of the previous edition; null in the first one. */
  previousIso: string | null;
  facts: ContractFacts;
  /** The framework agreement, with blank lines between paragraphs. */
  termsText: string;
}

const PRICES: readonly PdfTableColumn[] = [
  { title: 'Сеть', width: 130 },
  { title: 'Товар', width: 130 },
  { title: 'Цена для Клиента', width: '*' },
];

/** Lays out the contract, the agreement as its first annex and the prices as its second. */
export async function contractPdf(contract: ContractDocument): Promise<Buffer> {
  const { number, edition, dateIso, facts, termsText } = contract;
  const { operator, client } = facts;
  const title = `Договор № ${number} от ${formatDateLong(dateIso)}${edition > 1 ? `, редакция ${edition}` : ''}`;
  return renderPdf({
    title,
    author: operator.name,
    dateIso,
    content: [
      heading(title),
      parties([
        { role: 'Оператор', strong: operator.name, text: partyDetails(operator) },
        { role: 'Клиент', strong: client.name, text: partyDetails(client) },
      ]),
      ...clauses(contract),
      subheading('5. Банковские реквизиты Оператора'),
      bankBox(operator, CONTENT_WIDTH),
      signatures([
        { title: `Оператор: ${formatSignerTitle(operator)}`, name: operator.director },
        { title: 'Клиент', name: '' },
      ]),
      ...annex(1, `Рамочное соглашение, редакция № ${facts.terms.version}`),
      ...layOutAgreement(termsText),
      ...annex(2, `Цены на ${formatDateLong(dateIso)}`),
      ...layOutPrices(facts),
    ],
  });
}

function clauses({ facts, dateIso, previousIso, edition }: ContractDocument): Content[] {
  const { version, publishedOn, acceptedOn, sha256 } = facts.terms;
  return [
    subheading('1. Предмет договора'),
    paragraph(
      'Оператор передаёт Клиенту нефтепродукты и сопутствующие товары на станциях сетей-партнёров по топливным картам, а Клиент принимает их и оплачивает.',
    ),
    subheading('2. Условия'),
    paragraph(
      `Условия установлены рамочным соглашением в редакции № ${version} от ${formatDateShort(publishedOn)}, которое Клиент принял ${formatDateShort(acceptedOn)}. Его текст — приложение № 1 к договору. Контрольная сумма текста (SHA-256): ${sha256}.`,
    ),
    subheading('3. Цены'),
    paragraph(
      'Цены и сборы на день договора указаны в приложении № 2. Тарифы, которые вводятся позже, показаны в личном кабинете с первого дня их действия.',
    ),
    subheading('4. Подписание и срок'),
    paragraph(CONTRACT_IS_SIGNED),
    paragraph(
      previousIso === null
        ? `Договор действует с ${formatDateLong(dateIso)} и заключён на срок действия рамочного соглашения.`
        : `Редакция № ${edition} действует с ${formatDateLong(dateIso)} вместо редакции № ${edition - 1} от ${formatDateLong(previousIso)}.`,
    ),
  ];
}

function annex(number: number, title: string): Content[] {
  return [
    {
      text: `Приложение № ${number}. ${title}`,
      pageBreak: 'before',
      bold: true,
      fontSize: 12,
      margin: [0, 8, 0, 8],
      headlineLevel: 1,
      outline: true,
    },
  ];
}

function layOutPrices({ tariffs, fees }: ContractFacts): Content[] {
  return [
    subheading('Топливо и другие товары'),
    lineTable(
      PRICES,
      tariffs.map(({ network, goods, price }) => [network, goods, price]),
    ),
    subheading('Карты и обслуживание'),
    factTable(fees.map(({ title, sum }) => ({ name: title, value: sum }))),
  ];
}

/** Returns how the operator's signer is called under a document. */
export function formatSignerTitle({ kpp }: Requisites): string {
  return kpp === null ? 'индивидуальный предприниматель' : 'руководитель';
}

import type { Content } from 'pdfmake/interfaces.js';
import { AGREEMENT_IS_SIGNED } from '#contract/identity/what-a-code-confirms.ts';
import { formatDateLong } from '../../../lib/money-format.ts';
import {
  bankBox,
  heading,
  paragraph,
  parties,
  partyDetails,
  signatures,
  subheading,
} from '../../../lib/pdf/pdf-blocks.ts';
import { lineTable, type PdfTableColumn } from '../../../lib/pdf/pdf-tables.ts';
import { CONTENT_WIDTH, renderPdf } from '../../../lib/pdf/pdf.ts';
import type { PartyFacts } from './contract-facts.ts';
import { formatSignerTitle } from './contract-pdf.ts';

/** An additional agreement to an edition of a contract. Days are `YYYY-MM-DD`. */
export interface AgreementDocument {
  number: number;
  dateIso: string;
  contract: { number: string; edition: number; dateIso: string };
  before: PartyFacts;
  now: PartyFacts;
  /** First day of the operator's new requisites. */
  operatorSinceIso: string;
}

const COLUMNS: readonly PdfTableColumn[] = [
  { title: 'Реквизит', width: 120 },
  { title: 'Было', width: '*' },
  { title: 'Стало', width: '*' },
];

/** Lays out what has changed of each party, and both parties with the requisites of its day. */
export async function agreementPdf(agreement: AgreementDocument): Promise<Buffer> {
  const { number, dateIso, contract, before, now, operatorSinceIso } = agreement;
  const { operator, client } = now;
  const title = `Дополнительное соглашение № ${number} от ${formatDateLong(dateIso)}`;
  const dated = `${contract.edition > 1 ? `, редакция ${contract.edition}` : ''} от ${formatDateLong(contract.dateIso)}`;
  const changes = [
    layOutChanges(`Реквизиты Оператора с ${formatDateLong(operatorSinceIso)}`, {
      before: listOperator(before.operator),
      now: listOperator(operator),
    }),
    layOutChanges(`Реквизиты Клиента с ${formatDateLong(dateIso)}`, {
      before: listParty(before.client),
      now: listParty(client),
    }),
  ].filter((section) => section.length > 0);
  return renderPdf({
    title,
    author: operator.name,
    dateIso,
    content: [
      heading(title),
      paragraph(`К договору № ${contract.number}${dated}.`),
      parties([
        { role: 'Оператор', strong: operator.name, text: partyDetails(operator) },
        { role: 'Клиент', strong: client.name, text: partyDetails(client) },
      ]),
      subheading('1. Предмет соглашения'),
      paragraph(
        'Изменились реквизиты, указанные в договоре. Стороны договорились применять новые реквизиты вместо прежних.',
      ),
      ...changes.flat(),
      subheading('2. Прочие условия'),
      paragraph(
        `Остальные условия договора не меняются. Соглашение действует с ${formatDateLong(dateIso)} и является частью договора.`,
      ),
      paragraph(AGREEMENT_IS_SIGNED),
      subheading('3. Банковские реквизиты Оператора'),
      bankBox(operator, CONTENT_WIDTH),
      signatures([
        { title: `Оператор: ${formatSignerTitle(operator)}`, name: operator.director },
        { title: 'Клиент', name: '' },
      ]),
    ],
  });
}

type Fact = readonly [name: string, value: string | null | undefined];

/** Returns a table of the facts that differ; nothing where all are the same. */
function layOutChanges(title: string, { before, now }: Record<'before' | 'now', readonly Fact[]>): Content[] {
  const rows = now.flatMap(([name, value], index) => {
    const earlier = before[index]?.[1];
    return (value ?? '') === (earlier ?? '') ? [] : [[name, earlier || 'нет', value || 'нет']];
  });
  if (rows.length === 0) return [];
  return [{ text: title, bold: true, margin: [0, 6, 0, 4] }, lineTable(COLUMNS, rows)];
}

function listOperator(operator: PartyFacts['operator']): Fact[] {
  return [
    ...listParty(operator),
    ['Телефон', operator.phone],
    ['Расчётный счёт', operator.account],
    ['БИК', operator.bik],
    ['Банк', operator.bank],
    ['Корреспондентский счёт', operator.corrAccount],
    ['Руководитель', operator.director],
    ['Главный бухгалтер', operator.accountant],
    ['Подписант', operator.signatory?.name],
  ];
}

function listParty({ name, inn, kpp, ogrn, address }: PartyFacts['client']): Fact[] {
  return [
    ['Наименование', name],
    ['ИНН', inn],
    ['КПП', kpp],
    ['ОГРН', ogrn],
    ['Адрес', address],
  ];
}

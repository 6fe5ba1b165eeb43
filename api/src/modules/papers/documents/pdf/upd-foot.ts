import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { formatDateLong } from '../../../../lib/money-format.ts';
import { noLines } from '../../../../lib/pdf/pdf-lines.ts';
import { INK } from '../../../../lib/pdf/pdf.ts';
import { innKpp, invoiceSigners, signLine } from './upd-parts.ts';
import { formatPeriod } from '../closing/format-month.ts';
import type { UpdDocument } from '../upd-document.ts';

/** The titles of lines 8 and 9 take one line each. */
const BASIS_TITLE_WIDTH = 200;
const BLANK = '';
const BLANK_DAY = '«____» ______________ 20___ г.';

/** Returns the persons responsible for the invoice, and lines 8 to 19 about the transfer and the receipt. */
export function updFoot(upd: UpdDocument, input: readonly Content[]): Content {
  return {
    unbreakable: true,
    fontSize: 7.5,
    margin: [0, 6, 0, 0],
    stack: [
      ...input,
      upd.status === 2 ? { text: '' } : invoiceSigners(upd.seller),
      basis(upd),
      handoverBlock(upd),
    ],
  };
}

function basis({ network, number, dateIso, from, till }: UpdDocument): Content {
  const period = formatPeriod(from.slice(0, 7), till);
  return rows(
    [
      [
        'Основание передачи (сдачи) / получения (приемки)',
        `Отпуск топлива по картам сети «${network}» за период ${period}, реестр операций № ${number} от ${formatDateLong(dateIso)}`,
        '8',
      ],
      ['Данные о транспортировке и грузе', '—', '9'],
    ],
    BASIS_TITLE_WIDTH,
  );
}

function handoverBlock({ seller, buyer, dateIso, from, till }: UpdDocument): Content {
  const period = formatPeriod(from.slice(0, 7), till);
  const left: Content[] = [
    signLine('Товар (груз) передал / услуги, результаты работ, права сдал', getSigner(seller), '10'),
    rows([
      ['Дата отгрузки, передачи (сдачи)', formatDateLong(dateIso), '11'],
      ['Иные сведения об отгрузке, передаче', `Период поставки ${period}`, '12'],
    ]),
    signLine('Ответственный за правильность оформления факта хозяйственной жизни', getSigner(seller), '13'),
    composer(seller.name, innKpp(seller), '14'),
  ];
  const right: Content[] = [
    signLine('Товар (груз) получил / услуги, результаты работ, права принял', BLANK, '15'),
    rows([
      ['Дата получения (приемки)', BLANK_DAY, '16'],
      ['Иные сведения о получении, приемке', '—', '17'],
    ]),
    signLine('Ответственный за правильность оформления факта хозяйственной жизни', BLANK, '18'),
    composer(buyer.name, innKpp(buyer), '19'),
  ];
  return {
    margin: [0, 6, 0, 0],
    table: { widths: ['*', '*'], body: [[{ stack: left }, { stack: right }]] },
    layout: {
      ...noLines,
      vLineWidth: (column) => (column === 1 ? 1.2 : 0),
      vLineColor: () => INK,
      paddingLeft: (column) => (column === 1 ? 8 : 0),
      paddingRight: (column) => (column === 0 ? 8 : 0),
    },
  };
}

function getSigner({ director, signatory }: UpdDocument['seller']): string {
  return signatory?.name ?? director;
}

function composer(name: string, ids: string, line: string): Content {
  const title = 'Наименование экономического субъекта – составителя документа';
  return rows([[title, `${name}, ИНН/КПП ${ids}. М. П.`, line]]);
}

function rows(input: readonly (readonly [string, string, string])[], titleWidth = 150): Content {
  return {
    table: {
      widths: [titleWidth, '*', 18],
      body: input.map(([label, value, line]): TableCell[] => [
        { text: label },
        { text: value },
        { text: `[${line}]`, alignment: 'right' },
      ]),
    },
    layout: { ...noLines, paddingTop: () => 1, paddingBottom: () => 1, paddingRight: () => 6 },
  };
}

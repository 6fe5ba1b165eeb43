import type { Kopecks } from '#contract/kopecks.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { heading, notice, paragraph } from '../../../lib/paper-blocks.ts';
import { factTable } from '../../../lib/paper-tables.ts';
import { renderPdf } from '../../../lib/pdf.ts';

/** What a program gets as a document of a sandbox: it says that it is none. */
export function testMonthPdf(said: {
  kind: string;
  company: string;
  month: string;
  purchases: number;
  sum: Kopecks;
}): Promise<Buffer> {
  const period = `${said.month.slice(5)}.${said.month.slice(0, 4)}`;
  const title = `${said.kind} песочницы за ${period}`;
  return renderPdf({
    title,
    author: 'Песочница',
    dateIso: `${said.month}-01`,
    content: [
      heading(title),
      notice('Ненастоящий документ: он нужен, чтобы испытать программу, и ничего не подтверждает.'),
      paragraph('Имитация: в ней нет ни покупателя, ни продавца, ни подписи.'),
      factTable([
        { name: 'Компания', value: said.company },
        { name: 'Период', value: period },
        { name: 'Покупок', value: String(said.purchases) },
        { name: 'Сумма', value: formatRubles(said.sum) },
      ]),
    ],
  });
}

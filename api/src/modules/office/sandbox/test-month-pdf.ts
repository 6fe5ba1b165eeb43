import type { Kopecks } from '#contract/kopecks.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { heading, notice, paragraph } from '../../../lib/pdf-blocks.ts';
import { factTable } from '../../../lib/pdf-tables.ts';
import { renderPdf } from '../../../lib/pdf.ts';

/** Makes the PDF that a program gets as a sandbox's document. It states that it is not a real document. */
export function testMonthPdf(input: {
  kind: string;
  company: string;
  month: string;
  purchases: number;
  sum: Kopecks;
}): Promise<Buffer> {
  const period = `${input.month.slice(5)}.${input.month.slice(0, 4)}`;
  const title = `${input.kind} песочницы за ${period}`;
  return renderPdf({
    title,
    author: 'Песочница',
    dateIso: `${input.month}-01`,
    content: [
      heading(title),
      notice('Ненастоящий документ: он нужен, чтобы испытать программу, и ничего не подтверждает.'),
      paragraph('Имитация: в ней нет ни покупателя, ни продавца, ни подписи.'),
      factTable([
        { name: 'Компания', value: input.company },
        { name: 'Период', value: period },
        { name: 'Покупок', value: String(input.purchases) },
        { name: 'Сумма', value: formatRubles(input.sum) },
      ]),
    ],
  });
}

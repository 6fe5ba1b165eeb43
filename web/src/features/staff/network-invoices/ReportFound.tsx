import type { EndpointData } from '#contract/endpoint.ts';
import type { previewNetworkInvoice } from '#contract/fuel/network-invoices.ts';
import { readMoney } from '#contract/kopecks.ts';
import { counted } from '#contract/values/counted.ts';
import { formatDate, formatLitres } from '../../../lib/format.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Money } from '../../../ui/text/Money.tsx';

type Props = {
  found: EndpointData<typeof previewNetworkInvoice>;
  /** Text of the field: the report should add up to it. */
  invoiceSum: string;
};

const LINES = ['заправка', 'заправки', 'заправок'] as const;
const CARDS = ['карта', 'карты', 'карт'] as const;
const MAX_DIGITS = 11;

/** Shows what is read in a report, before it is loaded. */
export function ReportFound({ found, invoiceSum }: Props) {
  const read = readMoney(invoiceSum, MAX_DIGITS);
  const differs = read.ok && read.kopecks !== Math.round(found.sum * 100);
  return (
    <Notice tone={differs || found.unknown_cards > 0 ? 'warn' : 'go'} title="Файл прочитан">
      <p>
        {counted(found.lines, LINES)}, {formatLitres(found.litres)} на <Money value={found.sum} />
        {found.first && found.last && (
          <>
            , с {formatDate(found.first.slice(0, 10))} по {formatDate(found.last.slice(0, 10))}
          </>
        )}
        .
      </p>
      {differs && <p>Сумма строк не равна сумме счёта. Проверьте, тот ли это отчёт и за тот ли период.</p>}
      {found.unknown_cards > 0 && (
        <p>Не из программы: {counted(found.unknown_cards, CARDS)}. Такие строки попадут в «Только у сети».</p>
      )}
      <p>
        Столбцы:{' '}
        {found.columns
          .map(({ field, header }) => (field === header ? field : `${header} → ${field}`))
          .join(', ')}
        .
      </p>
    </Notice>
  );
}

import type { EndpointData } from '#contract/endpoint.ts';
import type { previewPurchaseTerm } from '#contract/programme/purchase-terms.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { Money } from '../../../ui/text/Money.tsx';
import styles from './PurchaseTermPreview.module.css';

type Props = { preview: EndpointData<typeof previewPurchaseTerm> | null; message: string | null };

/** Shows what last month's purchases would have cost the programme under the term that is being entered. */
export function PurchaseTermPreview({ preview, message }: Props) {
  return (
    <div className={styles.preview}>
      <h3 className={styles.title}>Прошлый месяц по этому условию</h3>
      {!preview && <p className="ink-2">{message ?? 'Считаем…'}</p>}
      {preview && (
        <>
          <p className="ink-2">
            {formatDate(preview.date_from)} – {formatDate(preview.date_to)}, покупок{' '}
            {formatNumber(preview.sales)}
          </p>
          <dl className={styles.sums}>
            <Line label="По цене АЗС" value={preview.sum} />
            <Line label="Закупка стоила бы" value={preview.cost} strong />
            <Line label="Сейчас закупка стоит" value={preview.cost_now} />
            <Line label="Программа сэкономит" value={preview.cost_now - preview.cost} signed strong />
          </dl>
        </>
      )}
    </div>
  );
}

function Line(props: { label: string; value: number; signed?: boolean; strong?: boolean }) {
  const { label, value, signed = false, strong = false } = props;
  return (
    <div className={strong ? styles.strong : undefined}>
      <dt>{label}</dt>
      <dd>
        <Money value={value} signed={signed} />
      </dd>
    </div>
  );
}

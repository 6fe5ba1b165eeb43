import type { EndpointData } from '#contract/endpoint.ts';
import type { previewTariff } from '#contract/programme/tariffs.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { Money } from '../../../ui/text/Money.tsx';
import styles from './TariffPreview.module.css';

type Preview = EndpointData<typeof previewTariff>;

/** Number of clients that are named beside the total sum. */
const MAX_NAMED = 5;

/** Shows what last month's purchases would have cost under the tariff that is being entered. */
export function TariffPreview({ preview, message }: { preview: Preview | null; message: string | null }) {
  if (!preview)
    return (
      <div className={styles.preview}>
        <h3 className={styles.title}>Прошлый месяц по этому тарифу</h3>
        <p className="ink-2">{message ?? 'Считаем…'}</p>
      </div>
    );
  const { totals, clients, more } = preview;
  /** The tariff has fees of a month alone, and purchases keep their price. */
  const isOfServices = totals.services !== undefined && totals.sales === 0;
  const others = more + Math.max(0, clients.length - MAX_NAMED);
  return (
    <div className={styles.preview}>
      <h3 className={styles.title}>Прошлый месяц по этому тарифу</h3>
      <p className="ink-2">
        {formatDate(preview.date_from)} – {formatDate(preview.date_to)}
        {!isOfServices && `, покупок ${formatNumber(totals.sales)}`}
      </p>
      <dl className={styles.sums}>
        {!isOfServices && <Line label="По цене АЗС" value={totals.sum} />}
        {totals.discount > 0 && <Line label="Скидка" value={-totals.discount} />}
        {totals.surcharge > 0 && <Line label="Надбавка" value={totals.surcharge} />}
        {totals.fee > 0 && <Line label="Сервисный сбор" value={totals.fee} />}
        {!isOfServices && (
          <>
            <Line label="Было бы к оплате" value={totals.charged} strong />
            <Line label="Списано фактически" value={totals.charged_now} />
          </>
        )}
        {totals.services !== undefined && (
          <>
            <Line label="Доставка и сборы за месяц" value={totals.services} strong />
            <Line label="Взято фактически" value={totals.services_now ?? 0} />
          </>
        )}
        <Line label="Разница для клиентов" value={getDifference(totals)} signed strong />
      </dl>
      {clients.length > 1 && (
        <ul className={styles.clients} aria-label="Разница по клиентам">
          {clients.slice(0, MAX_NAMED).map((client) => (
            <li key={client.id}>
              <span>{client.title}</span>
              <Money value={getDifference(client)} signed />
            </li>
          ))}
          {others > 0 && <li className="ink-2">и ещё {formatNumber(others)}</li>}
        </ul>
      )}
    </div>
  );
}

/** Rubles that clients would have saved. */
function getDifference(sums: Preview['totals']): number {
  return sums.charged_now - sums.charged + (sums.services_now ?? 0) - (sums.services ?? 0);
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

import { IconCopy, IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { listPartners } from '#contract/orders.ts';
import { useRead } from '../../state/use-call.ts';
import { formatLitres, glueNumbers } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Money } from '../../ui/Money.tsx';
import { describeChoice, describePlan, formatKm, formatPlace, type FuelPlan } from './describe-plan.ts';
import { ClampedText } from '../../ui/ClampedText.tsx';
import styles from './FuelPlanResult.module.css';

type Props = { plan: FuelPlan; way: string; onStation: (id: number) => void };

/** The stops of the plan in order, and the same as a message to the driver. */
export function FuelPlanResult({ plan, way, onStation }: Props) {
  const [copied, setCopied] = useState<'copied' | 'refused' | null>(null);
  const networks = useRead(listPartners).data?.data ?? [];
  const text = describePlan(way, plan);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('copied');
    } catch {
      // A page without HTTPS has no clipboard at all, which ends here too.
      setCopied('refused');
    }
  }

  return (
    <section className={styles.result} aria-label="План заправок">
      <p className={styles.total}>
        {plan.stops.length === 0 ? (
          'Топлива в баке хватит: заправляться в пути не нужно'
        ) : (
          <>
            <Money value={plan.sum} size="title" /> за {formatLitres(plan.litres)}
          </>
        )}
      </p>
      <p className={styles.quiet}>
        Самый дешёвый вариант {describeChoice(plan.stations)}. В конце в баке {formatLitres(plan.end_litres)}.
      </p>
      {plan.limits.length > 0 && (
        <p className={styles.quiet}>
          В пределах лимитов карт:{' '}
          {plan.limits
            .map(({ partner_id: id, litres, bought }) => {
              const title = networks.find((network) => network.id === id)?.title ?? 'сеть';
              return `${title} ${formatLitres(bought)} из ${formatLitres(litres)}`;
            })
            .join(', ')}
          .
        </p>
      )}
      {plan.stops.length > 0 && (
        <ol className={styles.stops}>
          {plan.stops.map((stop, index) => (
            <li key={`${stop.station.id} ${stop.along_m}`}>
              <button type="button" className={styles.stop} onClick={() => onStation(stop.station.id)}>
                <span className={styles.number} aria-hidden="true">
                  {index + 1}
                </span>
                <span className={styles.words}>
                  <ClampedText className={styles.name}>{stop.station.name || stop.station.brand}</ClampedText>
                  <span className={styles.quiet}>
                    {formatKm(stop.along_m)} от начала, {glueNumbers(formatPlace(stop.station))}
                  </span>
                  <span className={styles.deed}>
                    Залить {formatLitres(stop.litres)} · <Money value={stop.sum} />
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <div className={styles.actions}>
        <Button size="small" icon={<IconCopy aria-hidden="true" stroke={1.75} />} onClick={() => void copy()}>
          Скопировать для водителя
        </Button>
        {typeof navigator.share === 'function' && (
          <Button
            size="small"
            icon={<IconShare2 aria-hidden="true" stroke={1.75} />}
            onClick={() =>
              void navigator.share({ title: 'План заправок', text }).catch(() => setCopied(null))
            }
          >
            Отправить
          </Button>
        )}
      </div>
      <p role="status" className={styles.quiet}>
        {copied === 'copied' && 'План скопирован'}
        {copied === 'refused' && 'Браузер не дал скопировать: выделите текст ниже'}
      </p>
      {copied === 'refused' && <pre className={styles.text}>{text}</pre>}
    </section>
  );
}

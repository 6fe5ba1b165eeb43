import { counted } from '#contract/values/counted.ts';
import { formatLitres, formatNumber } from '../../../lib/format.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { Litres, Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import styles from './FuelPlans.module.css';
import { formatKm, STOP_FORMS, type FuelPlan, type MadePlan } from './plan-labels.ts';

type Props = { plan: MadePlan; fact?: FuelPlan['fact'] | undefined };

/** Shows the cost of the trip, its stops in order, and the conditions of the plan. */
export function PlanFigures({ plan, fact }: Props) {
  return (
    <Stack>
      <p className={styles.total}>
        {plan.stops.length === 0 ? 'Заправляться не нужно' : <Money value={plan.sum} size="title" />}
      </p>
      <p className="ink-2">
        {plan.stops.length === 0
          ? 'Топлива в баке хватит. '
          : `${formatLitres(plan.litres)}, ${counted(plan.stops.length, STOP_FORMS)}. `}
        {formatKm(plan.distance_m)}, в конце в баке {formatLitres(plan.end_litres)} при запасе{' '}
        {formatLitres(plan.reserve_litres)}.
        {plan.saved > 0 && (
          <>
            {' '}
            Со скидкой дешевле на <Money value={plan.saved} />.
          </>
        )}
        {plan.adblue_litres !== null && ` AdBlue на дорогу: ${formatLitres(plan.adblue_litres)}.`}
      </p>
      {plan.approximate && (
        <Notice>Маршрут приблизительный: он проложен по схеме трасс, расстояние может отличаться</Notice>
      )}
      {plan.stops.length > 0 && (
        <ol className={styles.stops} aria-label="Остановки">
          {plan.stops.map((stop) => (
            <Stop key={stop.place} stop={stop} fact={fact?.stops.find(({ place }) => place === stop.place)} />
          ))}
        </ol>
      )}
      {plan.notes.length > 0 && (
        <Disclosure summary="По каким условиям составлен план">
          <ul className={styles.notes}>
            {plan.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Stack>
  );
}

type StopProps = {
  stop: MadePlan['stops'][number];
  fact: FuelPlan['fact']['stops'][number] | undefined;
};

function Stop({ stop, fact }: StopProps) {
  const filled = fact?.fillings ?? [];
  return (
    <li className={styles.stop}>
      <span className={styles.number} aria-hidden="true">
        {stop.place}
      </span>
      <div className={styles.words}>
        <ClampedText className={styles.name}>{stop.name}</ClampedText>
        <span className="ink-2">
          {formatKm(stop.along_m)} от начала · около <DateText value={stop.expected_at} style="datetime" />
        </span>
        <span className="ink-2">{stop.address}</span>
        <span className="ink-2">
          <Money value={stop.price} /> за литр
          {stop.price !== stop.list_price && (
            <>
              , на табло <Money value={stop.list_price} />
            </>
          )}
          {stop.adblue === true && ' · есть AdBlue'}
          {stop.height_m !== null && ` · въезд ${formatNumber(stop.height_m)} м`}
        </span>
        {filled.map((item) => (
          <span key={item.operation_id} className={styles.filled}>
            Залито <Litres value={item.litres} /> за <Money value={item.sum} />,{' '}
            <DateText value={item.at} style="datetime" />
          </span>
        ))}
        {fact && fact.words !== '' && <span className={styles.differs}>{fact.words}</span>}
      </div>
      <div className={styles.amount}>
        <span className={styles.litres}>{formatLitres(stop.litres)}</span>
        <Money value={stop.sum} />
        <a
          href={`https://yandex.ru/maps/?rtext=~${stop.lat},${stop.lon}&rtt=auto`}
          rel="noreferrer"
          target="_blank"
        >
          Навигатор
        </a>
      </div>
    </li>
  );
}

import type { ReactNode } from 'react';
import { FUEL_PLAN_USUAL_DAYS, type UsualPricePayer } from '#contract/fleet/fuel-plan-shapes.ts';
import { counted } from '#contract/values/counted.ts';
import { formatLitres, formatNumber, glueNumbers } from '../../../lib/format.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { Litres, Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import styles from './FuelPlans.module.css';
import { FILLING_FORMS, formatKm, STOP_FORMS, type FuelPlan, type ComputedPlan } from './plan-labels.ts';

type Props = {
  plan: ComputedPlan;
  fact?: FuelPlan['fact'] | undefined;
  /** Buttons for the plan. */
  actions?: ReactNode;
  /** Map of the trip, or null where there can be none. */
  map: ReactNode;
};

/** Shows the cost of the trip, its map beside its stops, and the conditions of the plan. */
export function PlanFigures({ plan, fact, actions, map }: Props) {
  return (
    <Stack className={styles.figures}>
      <div className={styles.head}>
        <div>
          <PlanTotal plan={plan} />
          <p className="ink-2">
            {plan.stops.length === 0
              ? 'Топлива в баке хватит. '
              : `${formatLitres(plan.litres)}, ${counted(plan.stops.length, STOP_FORMS)}. `}
            {formatKm(plan.distance_m)}, в конце в баке {formatLitres(plan.end_litres)} при запасе{' '}
            {formatLitres(plan.reserve_litres)}.
            {plan.saved > 0 && (
              <>
                {' '}
                Со скидкой дешевле цены на табло на <Money value={plan.saved} />.
              </>
            )}
            {plan.adblue_litres !== null && ` AdBlue на дорогу: ${formatLitres(plan.adblue_litres)}.`}
          </p>
        </div>
        {actions}
      </div>
      <div className={styles.trip} data-map={map ? true : undefined}>
        {map && (
          <section className={styles.map} aria-label="Карта">
            {map}
          </section>
        )}
        <div>
          {plan.stops.length > 0 && (
            <ol className={styles.stops} aria-label="Остановки">
              {plan.stops.map((stop) => (
                <PlanStopRow
                  key={stop.place}
                  stop={stop}
                  fact={fact?.stops.find(({ place }) => place === stop.place)}
                />
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
        </div>
      </div>
      {plan.approximate && (
        <Notice>Маршрут приблизительный: он проложен по схеме трасс, расстояние может отличаться</Notice>
      )}
    </Stack>
  );
}

const PAYER_LABEL: Record<UsualPricePayer, string> = { truck: 'эта машина', company: 'компания' };

/** Shows what the trip costs, and how that compares with what the truck, else the company, usually pays. */
function PlanTotal({ plan: { stops, sum, usual } }: { plan: ComputedPlan }) {
  if (stops.length === 0) return <p className={styles.total}>Заправляться не нужно</p>;
  return (
    <>
      <p className={styles.total}>
        <Money value={sum} size="title" />
        {usual && usual.saved !== 0 && (
          <span className={usual.saved > 0 ? styles.saved : styles.dearer}>
            {' · '}
            {usual.saved > 0 ? 'дешевле обычного на ' : 'дороже обычного на '}
            <Money value={Math.abs(usual.saved)} />
          </span>
        )}
      </p>
      {usual && (
        <p className="ink-2">
          Обычно {PAYER_LABEL[usual.paid_by]} платит <Money value={usual.price} /> за литр: среднее за{' '}
          {FUEL_PLAN_USUAL_DAYS}&nbsp;дней, {counted(usual.fillings, FILLING_FORMS)}.
        </p>
      )}
    </>
  );
}

type StopProps = {
  stop: ComputedPlan['stops'][number];
  fact: FuelPlan['fact']['stops'][number] | undefined;
};

function PlanStopRow({ stop, fact }: StopProps) {
  const filled = fact?.fillings ?? [];
  return (
    <li className={styles.stop}>
      <span className={styles.number} aria-hidden="true">
        {stop.place}
      </span>
      <div className={styles.words}>
        <ClampedText className={styles.name}>{glueNumbers(stop.name)}</ClampedText>
        <span className="ink-2">
          {formatKm(stop.along_m)} от начала · около <DateText value={stop.expected_at} style="datetime" />
        </span>
        <span className="ink-2">{glueNumbers(formatPlace(stop))}</span>
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

/** A sale's address begins with the name of the station, which the stop has as its title. */
function formatPlace({ name, address }: { name: string; address: string }): string {
  return address.startsWith(`${name}, `) ? address.slice(name.length + 2) : address;
}

import { useState, type ReactNode, type RefObject } from 'react';
import type { RoutePosition } from '#contract/fleet/find-on-route.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { APPROXIMATE_ROUTER, type buildRoute } from '#contract/programme/stations.ts';
import { counted } from '#contract/values/counted.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import type { Station } from './choose-stations.ts';
import {
  formatDuration,
  formatKm,
  type FuelPlan,
  describeChoice,
  describePlan,
  formatPlace,
} from './describe-plan.ts';
import { FuelPlanForm } from './FuelPlanForm.tsx';
import type { OwnCards } from './own-cards.ts';
import styles from './RoutePanel.module.css';
import { StationRows } from './StationRows.tsx';
import { STATION_FORMS } from './StationsPanel.tsx';
import type { Truck } from './truck.ts';
import { IconCopy, IconShare2 } from '@tabler/icons-react';
import { listPartners } from '#contract/orders/orders.ts';
import { useRead } from '../../../state/use-call.ts';
import { formatLitres, glueNumbers } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';

type Props = {
  /** The fields of the route. */
  form: ReactNode;
  points: string | null;
  /** Москва — Ростов-на-Дону. */
  way: string;
  route: EndpointData<typeof buildRoute> | null;
  pending: boolean;
  /** Why there is no route, as a sentence. */
  problem: string | null;
  stations: readonly Station[];
  /** The position of each station, in the same order; metres along the road. */
  places: readonly RoutePosition[];
  stationId: number | null;
  onStation: (id: number) => void;
  plan: FuelPlan | null;
  onPlan: (plan: FuelPlan | null) => void;
  truck: Truck;
  onTruck: (truck: Truck) => void;
  ownCards: OwnCards | null;
  /** A way to the plan of one of the company's trucks. */
  truckPlan: ReactNode;
  scroller: RefObject<HTMLElement | null>;
  opens: boolean;
};

/** The route, the fuel plan, and the stations along the road. */
export function RoutePanel(props: Props) {
  const { form, points, way, route, pending, problem, stations, places, plan, onPlan } = props;
  // Stays open while the plan goes and comes: its fields are inside.
  const [planning, setPlanning] = useState(plan !== null);
  return (
    <>
      <div className={styles.top}>
        {form}
        {pending && <TableSkeleton columns={2} />}
        {problem && <Notice tone="error">{problem}</Notice>}
        {route && (
          <div className={styles.facts} aria-live="polite">
            <p className={styles.distance}>
              {formatKm(route.distance_m)}
              <span className={styles.quiet}> · {formatDuration(route.duration_s)} в пути</span>
            </p>
            <p className={styles.quiet}>
              {route.tolls_avoided
                ? 'Платные дороги объезжаем'
                : 'На маршруте могут быть платные участки: сервис маршрутов не нашёл объезда'}
            </p>
            {route.provider === APPROXIMATE_ROUTER && (
              <Notice>
                Маршрут приблизительный: он проложен по схеме трасс, расстояние и время могут отличаться на
                несколько процентов
              </Notice>
            )}
          </div>
        )}
        {route && points && (
          <details
            className={styles.plan}
            open={planning}
            onToggle={(event) => setPlanning(event.currentTarget.open)}
          >
            <summary>Где и сколько заправлять</summary>
            <div className={styles.planBody}>
              <FuelPlanForm
                key={points}
                points={points}
                truck={props.truck}
                onTruck={props.onTruck}
                ownCards={props.ownCards}
                onPlan={onPlan}
              />
              {plan && <FuelPlanResult plan={plan} way={way} onStation={props.onStation} />}
              {props.truckPlan}
            </div>
          </details>
        )}
        {route && (
          <h2 className={styles.heading}>
            {stations.length > 0
              ? `У дороги ${counted(stations.length, STATION_FORMS)}`
              : 'У этой дороги станций нет'}
          </h2>
        )}
      </div>
      {route && stations.length > 0 && (
        <StationRows
          label="Станции вдоль маршрута"
          stations={stations}
          chosenId={props.stationId}
          onChoose={props.onStation}
          scroller={props.scroller}
          opens={props.opens}
          note={(index) => {
            const place = places[index];
            return (
              place &&
              `${formatKm(place.alongM)} от начала, съезд ${formatKm(place.asideM * 2)} туда и обратно`
            );
          }}
        />
      )}
    </>
  );
}

type FuelPlanResultProps = { plan: FuelPlan; way: string; onStation: (id: number) => void };

/** The stops of the plan in order, and the same as a message to the driver. */
function FuelPlanResult({ plan, way, onStation }: FuelPlanResultProps) {
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
      <p className={styles.fuelPlanResultQuiet}>
        Самый дешёвый вариант {describeChoice(plan.stations)}. В конце в баке {formatLitres(plan.end_litres)}.
      </p>
      {plan.limits.length > 0 && (
        <p className={styles.fuelPlanResultQuiet}>
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
                  <span className={styles.fuelPlanResultQuiet}>
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
      <p role="status" className={styles.fuelPlanResultQuiet}>
        {copied === 'copied' && 'План скопирован'}
        {copied === 'refused' && 'Браузер не дал скопировать: выделите текст ниже'}
      </p>
      {copied === 'refused' && <pre className={styles.text}>{text}</pre>}
    </section>
  );
}

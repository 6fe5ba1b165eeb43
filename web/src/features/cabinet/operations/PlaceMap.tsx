import { readRoadMap } from '#contract/programme/stations.ts';
import { formatNumber, glueNumbers } from '../../../lib/format.ts';
import { useRead } from '../../../state/use-call.ts';
import { VIEW, viewPlace } from './place-view.ts';
import styles from './OperationSheet.module.css';

type Props = {
  address: string;
  /** Undefined while it is read, null where our list has no such station. */
  place: { lat: number; lon: number } | null | undefined;
};

/** A small drawing of the roads and towns around a station: it needs no WebGL and no network of its own. */
export function PlaceMap({ address, place }: Props) {
  const roads = useRead(readRoadMap, {}, { enabled: Boolean(place) }).data?.data;
  if (!place) return null;
  const view = roads && viewPlace(roads, place);
  const station = glueNumbers(address.split(',')[0] ?? '');
  const near = view?.nearest && `${view.nearest.name}, ${formatNumber(view.nearest.km)}\u00a0км`;
  return (
    <section aria-label="Место на карте" className={styles.place}>
      <h3 className={styles.title}>Место на карте</h3>
      <svg
        className={styles.map}
        viewBox={`0 0 ${VIEW.width} ${VIEW.height}`}
        role="img"
        aria-label={[station, near && `ближайший город: ${near}`].filter(Boolean).join(', ')}
      >
        {['edge', 'road'].map((line) => (
          <g key={line} className={styles[line]}>
            {view?.roads.map((points) => (
              <polyline key={points} points={points} />
            ))}
          </g>
        ))}
        {view?.towns.map(({ name, x, y }) => (
          <g key={name}>
            <circle className={styles.city} cx={x} cy={y} r={3} />
            <text
              className={styles.name}
              x={x > VIEW.width - 110 ? x - 8 : x + 8}
              y={y + 4}
              textAnchor={x > VIEW.width - 110 ? 'end' : 'start'}
            >
              {name}
            </text>
          </g>
        ))}
        <circle className={styles.station} cx={VIEW.width / 2} cy={VIEW.height / 2} r={8} />
      </svg>
      <p className={styles.quiet}>
        {near && `Ближайший город: ${near}. `}
        Дороги показаны схемой.
      </p>
    </section>
  );
}

import { listPartners } from '#contract/orders/orders.ts';
import { networkOfBrand } from '#contract/programme/stations.ts';
import { hasFuelAccess, useSession } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Money } from '../../../ui/text/Money.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatAddress, type Station } from './choose-stations.ts';
import { StationPulse } from './pulse/StationPulse.tsx';
import styles from './StationDetails.module.css';

type Props = {
  station: Station;
  /** Stations under the same mark of the map, which a click on it can't distinguish. */
  samePlace?: readonly Station[];
  onChoose?: (id: number) => void;
};

/** All about a station (spec section 2): in the map's popup, or under its row when there is no map. */
export function StationDetails({ station, samePlace = [], onChoose }: Props) {
  const isClient = hasFuelAccess(useSession());
  const networks = useRead(listPartners).data?.data;
  const network = networks?.find(({ id }) => id === networkOfBrand(station.brand, networks ?? []));
  const facts: [string, string][] = [
    ['Регион', station.region],
    ['Город', station.city],
    ['Улица', station.street],
    ['Дом', station.house],
    ['Сеть', station.brand],
    ['Какие карты', network ? `«${network.title}»` : networks ? 'наши карты не принимает' : ''],
    ['Тип', station.ownType],
    ['Оплата по QR', station.qr_available ? 'есть' : 'нет'],
  ];
  return (
    <div className={styles.details}>
      <p className={styles.name}>{station.name || formatAddress(station)}</p>
      <p className={styles.price}>
        {station.price_dt === null ? (
          'Дизеля нет'
        ) : (
          <>
            Дизель <Money value={station.price_dt} /> за литр
          </>
        )}
      </p>
      {isClient && <StationPulse stationId={station.id} />}
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {onChoose && samePlace.length > 0 && (
        <div className={styles.samePlace}>
          <p>На этом же месте:</p>
          {samePlace.map((other) => (
            <Button key={other.id} variant="quiet" size="small" onClick={() => onChoose(other.id)}>
              {other.name || other.brand}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

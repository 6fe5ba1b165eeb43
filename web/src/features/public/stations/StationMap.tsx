import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { listPartners } from '#contract/orders/orders.ts';
import { useRead } from '../../../state/use-call.ts';
import { useShownScheme } from '../../../ui/theme/colour-scheme.ts';
import { isSamePlace, type Station } from './choose-stations.ts';
import type { LatLon, Mark, RoadMap } from './map-shapes.ts';
import type { OpenedMap } from './open-map.ts';
import type { OperatorMap } from './operator-map.ts';
import { StationDetails } from './StationDetails.tsx';
import styles from './StationMap.module.css';

type Props = {
  stations: readonly Station[];
  roads: RoadMap | undefined;
  route: readonly LatLon[];
  marks: readonly Mark[];
  chosen: Station | null;
  /** The map moves when the list changes; null leaves it where it is. */
  fit: readonly LatLon[] | null;
  /** The next click on the map picks a place, or the place of a station. */
  picking: boolean;
  /** Replaces the product's own map; undefined while unknown, and the map waits for it. */
  operatorMap: OperatorMap | null | undefined;
  onChoose: (id: number | null) => void;
  onPlace: (place: LatLon) => void;
  onMiddle: (middle: LatLon) => void;
  /** Called when there is no WebGL, or when the map's code could not be loaded. */
  onUnavailable: () => void;
  /** Names the map for screen readers. */
  title?: string;
  /** The map is a part of a page that scrolls: a wheel or one finger scrolls the page. */
  inPage?: boolean;
};

/** The map. Its library is a separate chunk, loaded when the map is first shown. */
export function StationMap(props: Props) {
  const { stations, roads, route, marks, chosen, fit, picking, operatorMap, onUnavailable } = props;
  const { title = 'Карта АЗС', inPage = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<OpenedMap | null>(null);
  const [isMapMissing, setMapMissing] = useState(false);
  const [popup] = useState(() => document.createElement('div'));
  const scheme = useShownScheme();
  const unavailable = useEffectEvent(onUnavailable);
  const choose = useEffectEvent((id: number | null) => {
    const clicked = picking && stations.find((station) => station.id === id);
    if (clicked) props.onPlace([clicked.lat, clicked.lon]);
    else props.onChoose(id);
  });
  const place = useEffectEvent((at: LatLon) => {
    if (picking) props.onPlace(at);
    else props.onChoose(null);
  });

  const middle = useEffectEvent(props.onMiddle);

  useEffect(() => {
    if (operatorMap === undefined) return;
    let opened: OpenedMap | null = null;
    let left = false;
    import('./open-map.ts')
      .then(({ openMap }) => {
        if (left || !box.current) return;
        opened = openMap(box.current, {
          onStation: (id) => choose(id),
          onPlace: (at) => place(at),
          onMiddle: (at) => middle(at),
          onLeave: () => choose(null),
          operatorMap,
          onMapMissing: () => setMapMissing(true),
          title,
          inPage,
        });
        setMap(opened);
      })
      .catch(() => unavailable());
    return () => {
      left = true;
      opened?.close();
      setMap(null);
      setMapMissing(false);
    };
  }, [operatorMap, title, inPage]);

  const networks = useRead(listPartners).data?.data;
  useEffect(() => map?.showStations(stations, networks ?? []), [map, stations, networks]);
  useEffect(() => {
    if (roads) map?.showRoads(roads);
  }, [map, roads]);
  useEffect(() => map?.showRoute(route, marks), [map, route, marks]);
  useEffect(() => {
    if (fit) map?.fit(fit);
  }, [map, fit]);
  useEffect(() => map?.point(chosen, popup), [map, chosen, popup]);
  useEffect(() => map?.repaint(), [map, scheme]);

  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={styles.map}
        data-picking={picking || undefined}
        data-scheme={scheme}
        data-ready={map ? true : undefined}
      />
      {!map && (
        <p className={styles.waiting} role="status">
          Карта загружается
        </p>
      )}
      {isMapMissing && (
        <p className={styles.missing} role="status">
          Подробная карта не загрузилась, показана схема
        </p>
      )}
      {chosen &&
        createPortal(
          <StationDetails
            station={chosen}
            samePlace={stations.filter((station) => station !== chosen && isSamePlace(station, chosen))}
            onChoose={props.onChoose}
          />,
          popup,
        )}
    </div>
  );
}

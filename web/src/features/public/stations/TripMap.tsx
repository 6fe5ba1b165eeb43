import { useMemo } from 'react';
import { buildRoute, readRoadMap } from '#contract/programme/stations.ts';
import { readOperator } from '#contract/system.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Station } from './choose-stations.ts';
import type { LatLon } from './map-shapes.ts';
import { makeTripMarks, clipPath } from './read-view.ts';
import { StationMap } from './StationMap.tsx';
import { NO_PATH } from './use-built-route.ts';

type Place = { lat: number; lon: number };
type Props = {
  /** The places that the trip goes through. */
  points: readonly Place[];
  stops: readonly Place[];
  onUnavailable: () => void;
};

const NO_STATIONS: readonly Station[] = [];

/** The map of one trip: its road, its places by letters and its stops by numbers. A road that is not known leaves the marks. */
export function TripMap({ points, stops, onUnavailable }: Props) {
  const query = { points: points.map(({ lat, lon }) => `${lat},${lon}`).join(';') };
  const route = useRead(buildRoute, { query });
  const roads = useRead(readRoadMap);
  const operator = useRead(readOperator);
  const path = route.data?.data.path ?? NO_PATH;
  const marks = useMemo(() => makeTripMarks(points, stops), [points, stops]);
  const fit = useMemo(
    () => (route.isPending ? null : (clipPath(path) ?? marks.map(({ lat, lon }): LatLon => [lat, lon]))),
    [route.isPending, path, marks],
  );
  return (
    <StationMap
      inPage
      title="Карта маршрута"
      stations={NO_STATIONS}
      roads={roads.data?.data}
      route={path}
      marks={marks}
      chosen={null}
      fit={fit}
      picking={false}
      operatorMap={operator.isPending ? undefined : (operator.data?.data.baseMap ?? null)}
      onChoose={ignore}
      onPlace={ignore}
      onMiddle={ignore}
      onUnavailable={onUnavailable}
    />
  );
}

function ignore(): void {}

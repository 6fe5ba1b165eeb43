import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import {
  AttributionControl,
  GeolocateControl,
  LngLatBounds,
  Map as MapLibreMap,
  NavigationControl,
  Popup,
  setWorkerUrl,
  type GeoJSONSource,
  type MapLayerMouseEvent,
} from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import { MAP_INITIAL_ZOOM } from '#contract/limits.ts';
import type { Station } from './choose-stations.ts';
import {
  cityShapes,
  landShapes,
  lineShapes,
  markShapes,
  NOTHING,
  roadShapes,
  stationShapes,
  type Networks,
  type LatLon,
  type Mark,
  type RoadMap,
} from './map-shapes.ts';
import { FIRST_MIDDLE } from './map-middle.ts';
import { mapLayers, mapStyle } from './map-style.ts';
import { layOperatorMap, type OperatorMap } from './operator-map.ts';
import { readMapColours } from './read-map-colours.ts';

/** Actions that the page can do with its map. */
export type OpenedMap = {
  showStations: (stations: readonly Station[], networks: Networks) => void;
  showRoads: (roads: RoadMap) => void;
  showRoute: (path: readonly LatLon[], marks: readonly Mark[]) => void;
  /** Shows an element of the page over the station; null removes it. */
  point: (station: Station | null, content: HTMLElement) => void;
  /** Moves the map so that all places are visible. */
  fit: (places: readonly LatLon[]) => void;
  /** Reads the tokens again after a change of the colour scheme. */
  repaint: () => void;
  close: () => void;
};

type MapOptions = {
  onStation: (id: number) => void;
  onPlace: (place: LatLon) => void;
  /** The person moved the map, or had it show where he is: its middle. */
  onMiddle: (middle: LatLon) => void;
  /** The user closed the popup by its cross. */
  onLeave: () => void;
  /** Replaces the product's own map. */
  operatorMap: OperatorMap | null;
  /** Nothing of the operator's map has loaded: the product's is shown. */
  onMapMissing: () => void;
  /** Names the map for screen readers. */
  title: string;
  /** The map is a part of a page that scrolls: a wheel or one finger scrolls the page. */
  inPage: boolean;
};

/** Inside the area that the base map was cut to. */
const BOUNDS: [[number, number], [number, number]] = [
  [-28, 24],
  [203, 84.5],
];

const MAP_LOCALE = {
  'NavigationControl.ZoomIn': 'Приблизить',
  'NavigationControl.ZoomOut': 'Отдалить',
  'GeolocateControl.FindMyLocation': 'Показать моё положение',
  'GeolocateControl.LocationNotAvailable': 'Положение неизвестно',
  'Popup.Close': 'Закрыть',
  'AttributionControl.ToggleAttribution': 'Об основе карты',
  'CooperativeGesturesHandler.WindowsHelpText': 'Чтобы изменить масштаб, держите Ctrl',
  'CooperativeGesturesHandler.MacHelpText': 'Чтобы изменить масштаб, держите ⌘',
  'CooperativeGesturesHandler.MobileHelpText': 'Двигайте карту двумя пальцами',
};

const OWN_MAP = 'Суша: Natural Earth. Дороги: схема';

/** Opens the map in an element. Throws if there is no WebGL. */
export function openMap(container: HTMLElement, args: MapOptions): OpenedMap {
  const { onStation, onPlace, onMiddle, onLeave, operatorMap, onMapMissing, title, inPage } = args;
  setWorkerUrl(workerFor(operatorMap));
  const map = new MapLibreMap({
    container,
    style: mapStyle({ land: landShapes(), roads: NOTHING, cities: NOTHING }, readMapColours()),
    center: lonLat(FIRST_MIDDLE[container.clientWidth < 640 ? 'narrow' : 'wide']),
    zoom: MAP_INITIAL_ZOOM,
    maxBounds: BOUNDS,
    maxZoom: 15,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
    cooperativeGestures: inPage,
    locale: { ...MAP_LOCALE, 'Map.Title': title },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  if (!inPage) map.addControl(new GeolocateControl({ fitBoundsOptions: { maxZoom: 10 } }), 'top-right');
  map.addControl(
    new AttributionControl({ compact: true, customAttribution: [OWN_MAP, operatorMap?.attribution ?? ''] }),
    'bottom-right',
  );
  const popup = new Popup({ closeOnClick: false, offset: 14, maxWidth: '300px', focusAfterOpen: false });
  let leaving = false;
  popup.on('close', () => {
    if (!leaving) onLeave();
  });
  watchPointer(map, { onStation, onPlace });
  // Shows the camera's zoom on the element, for styles and tests.
  const writeZoom = () => {
    container.dataset.zoom = map
      .getZoom()
      .toFixed(2)
      .replace(/\.?0+$/, '');
  };
  map.on('moveend', (event) => {
    writeZoom();
    const { lat, lng } = map.getCenter();
    if (isUserEvent(event)) onMiddle([lat, lng]);
  });
  writeZoom();
  // Shows that the roads and their names are drawn, for pictures of screens.
  let hasRoads = false;
  map.on('idle', () => {
    if (hasRoads) container.dataset.drawn = 'true';
  });
  for (const event of ['dataloading', 'movestart', 'resize'] as const)
    map.on(event, () => void delete container.dataset.drawn);
  let isClosed = false;
  const loaded = new Promise<void>((resolve) => map.once('load', () => resolve()));
  const whenLoaded = (work: () => void) =>
    void loaded.then(() => {
      if (!isClosed) work();
    });
  if (operatorMap) whenLoaded(() => layOperatorMap(map, operatorMap, onMapMissing));
  const set = (source: string, data: FeatureCollection) =>
    whenLoaded(() => void map.getSource<GeoJSONSource>(source)?.setData(data));

  return {
    showStations: (stations, networks) => set('stations', stationShapes(stations, networks)),
    showRoads(roads) {
      set('roads', roadShapes(roads));
      set('cities', cityShapes(roads));
      hasRoads = true;
    },
    showRoute(path, marks) {
      set('route', lineShapes(path.length > 1 ? [{ path, ref: '' }] : []));
      set('marks', markShapes(marks));
    },
    point(station, content) {
      leaving = true;
      popup.remove();
      leaving = false;
      if (!station) return;
      popup.setLngLat([station.lon, station.lat]).setDOMContent(content).addTo(map);
      map.easeTo({
        center: [station.lon, station.lat],
        zoom: Math.max(map.getZoom(), 11),
        ...getAnimationOptions(),
      });
    },
    fit(places) {
      const [first] = places;
      if (!first) return;
      const bounds = new LngLatBounds();
      for (const [lat, lon] of places) bounds.extend([lon, lat]);
      map.fitBounds(bounds, { padding: 48, maxZoom: 11, ...getAnimationOptions() });
    },
    repaint() {
      whenLoaded(() => {
        for (const layer of mapLayers(readMapColours())) {
          for (const [name, value] of Object.entries(layer.paint ?? {}))
            map.setPaintProperty(layer.id, name as never, value as never);
        }
      });
    },
    close() {
      leaving = true;
      isClosed = true;
      map.remove();
    },
  };
}

/** Marks a movement of the map that the user requested. */
const USER_MOVE = { byPerson: true };

/** The page moves the map too, to a chosen station or to what was found: then the list is not turned upside down. */
function isUserEvent(event: object): boolean {
  const input = event as { originalEvent?: Event; geolocateSource?: boolean; byPerson?: boolean };
  return Boolean(input.originalEvent ?? input.geolocateSource ?? input.byPerson);
}

function lonLat([lat, lon]: LatLon): [number, number] {
  return [lon, lat];
}

/**
 * A worker keeps the security policy of its response, and browsers cache that response for a year. So a worker that may
 * contact the operator's server needs a URL of its own.
 */
function workerFor(operatorMap: OperatorMap | null): string {
  return operatorMap ? `${workerUrl}?map=${encodeURIComponent(new URL(operatorMap.url).host)}` : workerUrl;
}

function getAnimationOptions(): { animate?: boolean } {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? { animate: false } : {};
}

function watchPointer(
  map: MapLibreMap,
  { onStation, onPlace }: Pick<MapOptions, 'onStation' | 'onPlace'>,
): void {
  map.on('click', (event) => {
    const [hit] = map.queryRenderedFeatures(event.point, { layers: ['clusters', 'stations', 'prices'] });
    if (!hit) onPlace([event.lngLat.lat, event.lngLat.lng]);
  });
  map.on('click', 'clusters', (event) => void openCluster(map, event));
  for (const layer of ['stations', 'prices']) {
    map.on('click', layer, (event) => {
      const id: unknown = event.features?.[0]?.properties.id;
      if (typeof id === 'number') onStation(id);
    });
  }
  for (const layer of ['clusters', 'stations', 'prices']) {
    map.on('mouseenter', layer, () => {
      map.getCanvas().style.cursor = 'pointer';
    });
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = '';
    });
  }
}

async function openCluster(map: MapLibreMap, { features, lngLat }: MapLayerMouseEvent): Promise<void> {
  const id: unknown = features?.[0]?.properties.cluster_id;
  const source = map.getSource<GeoJSONSource>('stations');
  if (typeof id !== 'number' || !source) return;
  map.easeTo(
    { center: lngLat, zoom: await source.getClusterExpansionZoom(id), ...getAnimationOptions() },
    USER_MOVE,
  );
}

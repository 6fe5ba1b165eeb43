import cyrillicFont from '@fontsource-variable/golos-text/files/golos-text-cyrillic-wght-normal.woff2?url';
import latinFont from '@fontsource-variable/golos-text/files/golos-text-latin-wght-normal.woff2?url';
import type { FeatureCollection } from 'geojson';
import type {
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import { NETWORK_COLOURS, type NetworkColour } from '#contract/fuel/networks.ts';
import { NOTHING } from './map-shapes.ts';
import type { MapColours } from './read-map-colours.ts';

/** The data that the style draws; each part can be replaced later. */
export type MapData = Record<'land' | 'roads' | 'cities', FeatureCollection>;

const FONT = ['Golos Text Map'];
/** Labels that are hidden when the operator's own map has loaded, because it has its own. */
export const OWN_LABELS = ['road-names', 'cities'] as const;
/** The lowest layer of what is drawn on the map, whichever map it is. */
export const LAYER_BELOW_STATIONS = 'route-edge';
/** From this zoom on, a station's marker shows its price. */
const PRICE_ZOOM = 7;

/** Land, roads, cities, stations, the route: everything comes from our own server; no glyphs, no tiles, no borders. */
export function mapStyle(data: MapData, colours: MapColours): StyleSpecification {
  return {
    version: 8,
    'font-faces': {
      'Golos Text Map': [
        {
          url: new URL(cyrillicFont, location.href).href,
          'unicode-range': ['U+0301', 'U+0400-045F', 'U+0490-0491', 'U+04B0-04B1', 'U+2116'],
        },
        {
          url: new URL(latinFont, location.href).href,
          'unicode-range': ['U+0000-00FF', 'U+2000-206F', 'U+20AC'],
        },
      ],
    },
    sources: {
      land: { type: 'geojson', data: data.land, tolerance: 0.2 },
      roads: { type: 'geojson', data: data.roads },
      cities: { type: 'geojson', data: data.cities },
      stations: { type: 'geojson', data: NOTHING, cluster: true, clusterRadius: 46, clusterMaxZoom: 11 },
      route: { type: 'geojson', data: NOTHING },
      marks: { type: 'geojson', data: NOTHING },
    },
    layers: mapLayers(colours),
  };
}

const IS_CLUSTER: ExpressionSpecification = ['has', 'point_count'];
const IS_STATION: ExpressionSpecification = ['!', IS_CLUSTER];

/** The layers from bottom to top; a change of colours sets their paint again. */
export function mapLayers(c: MapColours): LayerSpecification[] {
  return [
    { id: 'water', type: 'background', paint: { 'background-color': c.water } },
    {
      id: 'land',
      type: 'fill',
      source: 'land',
      paint: { 'fill-color': c.land, 'fill-outline-color': c.coast },
    },
    line('road-edges', 'roads', c.roadEdge, [3, 6]),
    line('roads', 'roads', c.road, [1.5, 3.5]),
    line(LAYER_BELOW_STATIONS, 'route', c.ink, [6, 9]),
    line('route', 'route', c.signal, [3.2, 5]),
    ...ownLabels(c),
    ...stationLayers(c),
    {
      id: 'marks',
      type: 'circle',
      source: 'marks',
      paint: { 'circle-color': c.signal, 'circle-radius': 12, ...getStroke(c.onSignal) },
    },
    text('mark-names', 'marks', { colour: c.onSignal, size: 13 }, ['get', 'label'], {
      'text-allow-overlap': true,
      'text-padding': 8,
    }),
  ];
}

function ownLabels(c: MapColours): LayerSpecification[] {
  const [roads, cities] = OWN_LABELS;
  const style = { colour: c.label, halo: c.land };
  return [
    {
      ...text(roads, 'roads', { ...style, size: 11 }, ['get', 'ref'], {
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'text-pitch-alignment': 'viewport',
        'text-rotation-alignment': 'viewport',
      }),
      minzoom: 5,
    },
    text(
      cities,
      'cities',
      { ...style, size: ['interpolate', ['linear'], ['zoom'], 3, 12, 9, 16] },
      ['get', 'name'],
      {
        'symbol-sort-key': ['get', 'order'],
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        // Zoomed out, the circle of its stations covers every town, so the name stands beside it.
        'text-radial-offset': ['interpolate', ['linear'], ['zoom'], 3, 2.4, 7, 1.4],
        'text-padding': 6,
      },
    ),
  ];
}

/** The four by their number, an added one by the name of its colour. */
function networkColour(c: MapColours): ExpressionSpecification {
  const added = (Object.keys(NETWORK_COLOURS) as NetworkColour[]).flatMap((name) => [name, c[name]]);
  const known = ['1', c.rn, '2', c.gpn, '3', c.third, ...added];
  return ['match', ['get', 'network'], ...known, c.other] as unknown as ExpressionSpecification;
}

function stationLayers(c: MapColours): LayerSpecification[] {
  const count: ExpressionSpecification = ['number-format', ['get', 'point_count'], { locale: 'ru' }];
  const price: ExpressionSpecification = [
    'number-format',
    ['get', 'price'],
    { locale: 'ru', 'min-fraction-digits': 2, 'max-fraction-digits': 2 },
  ];
  return [
    {
      id: 'clusters',
      type: 'circle',
      source: 'stations',
      filter: IS_CLUSTER,
      paint: {
        'circle-color': c.ink,
        'circle-radius': ['step', ['get', 'point_count'], 13, 20, 16, 100, 20, 400, 25],
        ...getStroke(c.surface),
      },
    },
    {
      // The layer is above the city names, so it is placed before them and they avoid it.
      ...text('cluster-counts', 'stations', { colour: c.surface, size: 12 }, count, {
        'text-allow-overlap': true,
        'text-padding': 9,
      }),
      filter: IS_CLUSTER,
    },
    {
      id: 'stations',
      type: 'circle',
      source: 'stations',
      filter: IS_STATION,
      paint: {
        'circle-color': networkColour(c),
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 4, 4, 9, 7, 13, 9],
        ...getStroke(c.surface),
      },
    },
    {
      ...text('prices', 'stations', { colour: c.ink, halo: c.surface, size: 13 }, price, {
        'text-anchor': 'left',
        'text-offset': [0.9, 0],
      }),
      minzoom: PRICE_ZOOM,
      filter: ['all', IS_STATION, ['has', 'price']],
    },
  ];
}

/** A line that gets wider from the zoom of the whole country to that of a town. */
function line(id: string, source: string, colour: string, [far, near]: [number, number]): LayerSpecification {
  return {
    id,
    type: 'line',
    source,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': colour,
      'line-width': ['interpolate', ['linear'], ['zoom'], 3, far, 10, near],
    },
  };
}

type LabelStyle = { colour: string; size: number | ExpressionSpecification; halo?: string };

function text(
  id: string,
  source: string,
  { colour, size, halo }: LabelStyle,
  field: ExpressionSpecification,
  layout: SymbolLayerSpecification['layout'],
): SymbolLayerSpecification {
  return {
    id,
    type: 'symbol',
    source,
    layout: { 'text-field': field, 'text-font': FONT, 'text-size': size, ...layout },
    paint: { 'text-color': colour, ...(halo ? { 'text-halo-color': halo, 'text-halo-width': 2 } : {}) },
  };
}

/** Sets a circle off from the map. */
function getStroke(colour: string): { 'circle-stroke-width': number; 'circle-stroke-color': string } {
  return { 'circle-stroke-width': 2, 'circle-stroke-color': colour };
}

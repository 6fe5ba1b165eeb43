import type { LayerSpecification, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import type { OperatorData } from '../../../state/use-operator.ts';
import { readMapStyle } from '../../../server/read-map-style.ts';
import { logFailure } from '../../../server/report-failure.ts';
import { LAYER_BELOW_STATIONS, OWN_LABELS } from './map-style.ts';

export type OperatorMap = NonNullable<OperatorData['baseMap']>;
type Parts = Pick<StyleSpecification, 'sources' | 'layers' | 'glyphs' | 'sprite'>;

/** Prefixes every name of the operator's style, so that none clashes with ours. */
const PREFIX = 'operator:';
const MAX_ZOOM = 18;
/**
 * A short network failure does not mean that the map is down. It is requested once more before the user is notified.
 */
const SECOND_TRY_MS = 2_000;

/**
 * Lays the operator's own map over the product's and under the stations: where a part of it is missing, the product's
 * map shows through. If nothing of it loads, also at a second try, it is removed again, and `onMissing` is called.
 */
export function layOperatorMap(map: MapLibreMap, operatorMap: OperatorMap, onMissing: () => void): void {
  let came = false;
  let gone = false;
  let tries = 0;

  function start() {
    if (!map.style) return;
    tries += 1;
    readParts(operatorMap)
      .then((parts) => {
        if (!map.style) return;
        addParts(map, parts);
        map.once('render', watch);
      })
      .catch(giveUp);
  }

  function giveUp(why: unknown) {
    if (came || gone || !map.style) return;
    removeParts(map);
    logFailure('the operator’s map did not come', why);
    if (tries < 2) return void setTimeout(start, SECOND_TRY_MS);
    gone = true;
    onMissing();
  }

  /** No event reports a missing tile (404), so this asks the map whether it is still waiting for any. */
  function watch() {
    if (came || gone || !map.style) return;
    if (map.loaded()) giveUp('not one tile');
    else requestAnimationFrame(watch);
  }

  map.on('sourcedata', ({ sourceId, tile }) => {
    if (came || gone || !sourceId?.startsWith(PREFIX)) return;
    if ((tile as { state?: string } | undefined)?.state !== 'loaded') return;
    came = true;
    map.setMaxZoom(MAX_ZOOM);
    for (const id of OWN_LABELS) map.setLayoutProperty(id, 'visibility', 'none');
  });
  // Where a tile fails, the product's own map is visible.
  map.on('error', ({ error }) => logFailure('the map', error));

  start();
}

async function readParts({ kind, url }: OperatorMap): Promise<Parts> {
  if (kind === 'tiles') {
    return {
      sources: { tiles: { type: 'raster', tiles: [url], tileSize: 256, maxzoom: MAX_ZOOM } },
      layers: [{ id: 'tiles', type: 'raster', source: 'tiles' }],
    };
  }
  const style = (await readMapStyle(url)) as Partial<StyleSpecification> | null;
  if (!style?.sources || !Array.isArray(style.layers))
    throw new Error('the style has no sources or no layers');
  return style as Parts;
}

function addParts(map: MapLibreMap, { sources, layers, glyphs, sprite }: Parts): void {
  if (glyphs) map.setGlyphs(glyphs);
  if (typeof sprite === 'string') map.setSprite(sprite);
  for (const [id, source] of Object.entries(sources)) map.addSource(PREFIX + id, source);
  for (const layer of layers) {
    const named = { ...layer, id: PREFIX + layer.id } as LayerSpecification & { source?: string };
    if ('source' in layer) named.source = PREFIX + layer.source;
    map.addLayer(named, LAYER_BELOW_STATIONS);
  }
}

function removeParts(map: MapLibreMap): void {
  const { layers, sources } = map.getStyle();
  for (const { id } of layers) if (id.startsWith(PREFIX)) map.removeLayer(id);
  for (const id of Object.keys(sources)) if (id.startsWith(PREFIX)) map.removeSource(id);
}

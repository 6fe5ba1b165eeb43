import { ConfigError, webAddress } from '../environment.ts';

/** The operator's own map under the stations, instead of the product's outlines and roads. */
export interface BaseMapConfig {
  /** A MapLibre style, or a template of raster tiles: `https://tiles.example/{z}/{x}/{y}.png`. */
  kind: 'style' | 'tiles';
  url: string;
  /** The copyright line that every tile server's terms require. */
  attribution: string;
}

/** Reads a style, or tiles with their attribution: one of them, or neither. */
export function readBaseMapConfig(env: NodeJS.ProcessEnv): BaseMapConfig | null {
  // MAP_STYLE_URL [the product's own map]: the operator's map under the stations, a MapLibre style; `docs/operations/setup.md`.
  // MAP_TILES_URL, MAP_ATTRIBUTION [the same]: or raster tiles (`https://…/{z}/{x}/{y}.png`) and whose they are.
  const [style, tiles] = [webAddress(env, 'MAP_STYLE_URL'), webAddress(env, 'MAP_TILES_URL')];
  const attribution = env.MAP_ATTRIBUTION ?? '';
  if (style && tiles)
    throw new ConfigError('Set MAP_STYLE_URL or MAP_TILES_URL, not both: there is one map.');
  if (style) return { kind: 'style', url: style, attribution };
  if (!tiles) return null;
  const missing = ['{z}', '{x}', '{y}'].filter((part) => !tiles.includes(part));
  if (missing.length > 0)
    throw new ConfigError(`MAP_TILES_URL=${tiles} lacks ${missing.join(', ')}: where the tile's place goes.`);
  if (!attribution)
    throw new ConfigError('MAP_TILES_URL needs MAP_ATTRIBUTION: the words that its terms ask for, «© …».');
  return { kind: 'tiles', url: tiles, attribution };
}

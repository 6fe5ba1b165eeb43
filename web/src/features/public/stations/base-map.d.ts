/** Made by web/build/draw-base-map.ts during the build. */
declare module 'virtual:base-map' {
  export const unitsPerDegree: number;
  /** Polygons of rings; each ring is a list of differences, longitude and latitude in turn. */
  export const land: number[][][];
}

/** Made by web/draw-base-map.ts while the application is built. */
declare module 'virtual:base-map' {
  export const unitsPerDegree: number;
  /** Polygons of rings of differences: longitude and latitude by turns. */
  export const land: number[][][];
}

const TOKENS = {
  water: '--map-water',
  land: '--map-land',
  coast: '--map-coast',
  road: '--map-road',
  roadEdge: '--map-road-edge',
  label: '--map-label',
  ink: '--ink',
  surface: '--surface',
  signal: '--signal',
  onSignal: '--on-signal',
  rn: '--rn-mark',
  gpn: '--gpn-mark',
  third: '--third-mark',
  other: '--other-mark',
  violet: '--violet-mark',
  teal: '--teal-mark',
  orange: '--orange-mark',
  rose: '--rose-mark',
  olive: '--olive-mark',
  brown: '--brown-mark',
} as const;

export type MapColours = Record<keyof typeof TOKENS, string>;

/**
 * The tokens' values in the current scheme: WebGL does not know custom properties, so they are computed on an element.
 * Not on the map's own, which may have left the page already: there nothing has a colour.
 */
export function readMapColours(): MapColours {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const colours = Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => {
      probe.style.color = `var(${token})`;
      return [name, getComputedStyle(probe).color];
    }),
  ) as MapColours;
  probe.remove();
  return colours;
}

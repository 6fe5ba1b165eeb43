import type { DeclineCode } from '#contract/fleet/declines.ts';
import type { StopReason } from './texts/driver-text.ts';

/** Pictures of reasons, for a reader who does not know the words: paths of 24 by 24, drawn in the colour of the text. */
const PICTURE = {
  settings: 'M5 7h14M5 17h14M9 4v6M15 14v6',
  clock: 'M12 3a9 9 0 1 0 .01 0M12 7v5l3 2',
  gauge: 'M4 17a9 9 0 1 1 16 0M12 15l5-6',
  sign: 'M12 3a9 9 0 1 0 .01 0M7 12h10',
  search: 'M10 4a6 6 0 1 0 .01 0M15 15l5 5',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  works: 'M12 4l9 16H3zM12 10v4M12 17v.1',
  signal: 'M5 12a10 10 0 0 1 14 0M8 16a6 6 0 0 1 8 0M12 20v.1M4 4l16 16',
  money: 'M3 7h18v11H3zM15 12h6M7 4h10',
  fuel: 'M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11',
} as const;
type Picture = keyof typeof PICTURE;

const STOP_PICTURES: Record<StopReason, Picture> = {
  notSetUp: 'settings',
  hours: 'clock',
  fillings: 'gauge',
  spent: 'gauge',
  budget: 'gauge',
  rule: 'sign',
  checked: 'search',
  programme: 'lock',
  blocked: 'lock',
  works: 'works',
  silent: 'signal',
  money: 'money',
  limit: 'gauge',
};

const DECLINE_PICTURES: Record<DeclineCode, Picture> = {
  rule: 'sign',
  blocked: 'lock',
  'not-set-up': 'settings',
  goods: 'fuel',
  limit: 'gauge',
  money: 'money',
  other: 'signal',
};

export function getStopPicture(reason: StopReason): string {
  return draw(STOP_PICTURES[reason]);
}

export function getDeclinePicture(code: DeclineCode): string {
  return draw(DECLINE_PICTURES[code]);
}

function draw(picture: Picture): string {
  return `<svg class="pic" viewBox="0 0 24 24" aria-hidden="true"><path d="${PICTURE[picture]}"/></svg>`;
}

import type { CSSProperties } from 'react';
import tones from './Tone.module.css';

/** A network's colours: the four have their own, an added one those that staff have chosen (`useNetworkColours`). */
export type NetworkTone = 'rn' | 'gpn' | 'third' | 'other' | `network-${number}`;

/**
 * Returns the class or the variable that fills a part of a bar. Until an added network's colour is known, it is that of
 * `other`.
 */
export function getFill(tone: string): { className: string | undefined; style: CSSProperties } {
  if (!isAdded(tone)) return { className: tones[tone], style: {} };
  return { className: undefined, style: { background: `var(--${tone}-mark, var(--other-mark))` } };
}

/** The variables of a card's face, for a tone that has no class. */
export function getFaceStyle(tone: NetworkTone): CSSProperties {
  if (!isAdded(tone)) return {};
  return {
    '--face-ground': `var(--${tone}-face, var(--other-face))`,
    '--face-ink': `var(--${tone}-ink, var(--other-ink))`,
  } as CSSProperties;
}

function isAdded(tone: string): boolean {
  return tone.startsWith('network-');
}

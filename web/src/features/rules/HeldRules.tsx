import type { DataOf } from '#contract/endpoint.ts';
import { HELD_BY, LAYER_TITLE, type HeldBy, type readProfileRules } from '#contract/rules.ts';
import { StatusWord, type StatusTone } from '../../ui/StatusWord.tsx';
import styles from './Rules.module.css';

type Held = DataOf<typeof readProfileRules>['effective'];
export const HELD_TONE: Record<HeldBy, StatusTone> = { network: 'go', portal: 'go', watched: 'neutral' };

/** What holds, rule by rule: from which layer, and who sees to it. */
export function HeldRules({ effective }: { effective: Held }) {
  return (
    <ul className={styles.held}>
      {effective.map((one) => (
        <li key={one.kind} className={styles.heldRule}>
          <span>
            {one.title}: <strong>{one.words}</strong>
          </span>
          <StatusWord tone={HELD_TONE[one.held_by]}>{HELD_BY[one.held_by].title}</StatusWord>
          <span className={styles.from}>
            {capitalized(LAYER_TITLE[one.layer])}. {one.note ? `${one.note}.` : HELD_BY[one.held_by].note}
          </span>
        </li>
      ))}
    </ul>
  );
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

import type { EndpointData } from '#contract/endpoint.ts';
import { ENFORCED_BY, LAYER_TITLE, type EnforcedBy, type readProfileRules } from '#contract/fleet/rules.ts';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import styles from './Rules.module.css';

type EnforcedRuleSet = EndpointData<typeof readProfileRules>['effective'];
export const ENFORCED_BY_TONE: Record<EnforcedBy, StatusTone> = {
  network: 'go',
  portal: 'go',
  watched: 'neutral',
};

/** Lists the enforced rules: from which layer each comes, and who enforces it. */
export function EnforcedRules({ effective }: { effective: EnforcedRuleSet }) {
  return (
    <ul className={styles.held}>
      {effective.map((item) => (
        <li key={item.kind} className={styles.heldRule}>
          <span>
            {item.title}: <strong>{item.words}</strong>
          </span>
          <StatusLabel tone={ENFORCED_BY_TONE[item.held_by]}>{ENFORCED_BY[item.held_by].title}</StatusLabel>
          <span className={styles.from}>
            {capitalized(LAYER_TITLE[item.layer])}.{' '}
            {item.note ? `${item.note}.` : ENFORCED_BY[item.held_by].note}
          </span>
        </li>
      ))}
    </ul>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

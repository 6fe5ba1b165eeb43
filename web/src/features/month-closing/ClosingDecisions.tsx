import type { readClosing } from '#contract/closing.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Panel } from '../../ui/Panel.tsx';
import styles from './MonthClosing.module.css';

type State = EndpointData<typeof readClosing>;

/** Shows who closed the month, what stood against it and why that was accepted. */
export function ClosingDecisions({ decisions, titles }: Pick<State, 'decisions' | 'titles'>) {
  if (decisions.length === 0) return null;
  return (
    <Panel title="Кто закрывал">
      <ul className={styles.list}>
        {decisions.map(({ at, by, open, despite, reason }) => (
          <li key={at}>
            <span className={styles.said}>
              <DateText value={at} style="datetime" />,{' '}
              {[by.lastname, by.firstname].filter(Boolean).join(' ') || 'имя не указано'}
              {despite.length > 0 &&
                `. Несмотря на: ${open.map(({ kind, count }) => `${titles[kind]}: ${count}`).join('; ')}`}
              {reason && `. ${reason}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

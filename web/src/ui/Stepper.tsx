import { IconCheck } from '@tabler/icons-react';
import { joinClasses } from '../lib/join-classes.ts';
import { VisuallyHidden } from './text/VisuallyHidden.tsx';
import styles from './Stepper.module.css';

type Props = {
  steps: readonly string[];
  /** Counted from 0; the number of steps when all are done. */ current: number;
};

/** The current place in a process of a few steps, drawn as signs along a road. */
export function Stepper({ steps, current }: Props) {
  return (
    <ol className={styles.steps} aria-label="Шаги">
      {steps.map((title, index) => {
        const state = index < current ? 'done' : index === current ? 'here' : 'ahead';
        return (
          <li
            key={title}
            className={joinClasses(styles.step, styles[state])}
            aria-current={state === 'here' ? 'step' : undefined}
          >
            <span className={styles.sign} aria-hidden="true">
              {state === 'done' ? <IconCheck stroke={2.5} /> : index + 1}
            </span>
            <span className={styles.title}>
              {title}
              {state === 'done' && <VisuallyHidden>, пройден</VisuallyHidden>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

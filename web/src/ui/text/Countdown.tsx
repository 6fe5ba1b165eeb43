import { formatSeconds } from '../../lib/format.ts';
import { plural } from '#contract/values/counted.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import styles from './Countdown.module.css';

type Props = { secondsLeft: number; /** Shown when it has run out. */ doneText?: string };

/** `00:45`. Screen readers announce it every fifteen seconds and at the end, not at each tick. */
export function Countdown({ secondsLeft, doneText = 'Время вышло' }: Props) {
  const spoken = secondsLeft > 0 && secondsLeft % SPOKEN_EVERY_SECONDS === 0;
  return (
    <>
      <time className={styles.countdown} dateTime={`PT${secondsLeft}S`}>
        {formatSeconds(secondsLeft)}
      </time>
      <VisuallyHidden role="status">
        {secondsLeft === 0
          ? doneText
          : spoken
            ? `Осталось ${secondsLeft} ${plural(secondsLeft, ['секунда', 'секунды', 'секунд'])}`
            : null}
      </VisuallyHidden>
    </>
  );
}

const SPOKEN_EVERY_SECONDS = 15;

import { joinClasses } from '../../lib/join-classes.ts';
import styles from './Meter.module.css';
import { getFill, type NetworkTone } from './tone.ts';

type Props = {
  /** Amount spent, in the same unit as `max`. */
  value: number;
  max: number;
  label: string;
  /** Read instead of the bare number: «осталось 12 000 ₽ из 20 000 ₽». */
  valueText: string;
};

/**
 * A thin line that fills with what is spent of a limit. From 80 % on it has the colour of what is about to end, at 100 % that of
 * what has; the words stand beside it.
 */
export function Meter({ value, max, label, valueText }: Props) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={valueText}
      className={joinClasses(styles.meter, share >= 0.8 && styles.high, share >= 1 && styles.full)}
    >
      <span className={styles.spent} style={{ width: `${share * 100}%` }} />
    </span>
  );
}

type ProgressProps = { label: string; /** From 0 to 1. Omitted while unknown. */ value?: number };

/** The progress of an action that takes more than a second. */
export function ProgressBar({ label, value }: ProgressProps) {
  const known = value !== undefined;
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={known ? Math.round(value * 100) : undefined}
      aria-valuemin={0}
      aria-valuemax={100}
      className={joinClasses(styles.meter, styles.progress)}
    >
      <span
        className={known ? styles.spent : styles.unknown}
        style={known ? { width: `${Math.min(1, Math.max(0, value)) * 100}%` } : undefined}
      />
    </span>
  );
}

export type Segment = {
  key: string;
  label: string;
  value: number;
  tone: NetworkTone | 'ink' | 'free' | 'credit';
};

/** Shows how a whole is divided: one bar cut into its parts. The text is in a list beside it or in its label. */
export function StackedBar({ label, segments }: { label: string; segments: readonly Segment[] }) {
  const shown = segments.filter((segment) => segment.value > 0);
  const total = shown.reduce((sum, segment) => sum + segment.value, 0);
  const spoken = shown.map((segment) => `${segment.label} ${Math.round((segment.value / total) * 100)} %`);
  return (
    <span
      role="img"
      aria-label={total > 0 ? `${label}: ${spoken.join(', ')}` : label}
      className={styles.stacked}
    >
      {shown.map((segment) => (
        <span
          key={segment.key}
          className={joinClasses(styles.part, getFill(segment.tone).className)}
          style={{ ...getFill(segment.tone).style, flexGrow: segment.value }}
        />
      ))}
    </span>
  );
}

/** The square that links a row of words to its part of the bar. */
export function SegmentKey({ tone }: { tone: Segment['tone'] }) {
  const { className, style } = getFill(tone);
  return <span aria-hidden="true" className={joinClasses(styles.key, className)} style={style} />;
}

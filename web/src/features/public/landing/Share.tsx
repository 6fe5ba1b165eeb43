import styles from './Share.module.css';

/** A bar that is filled to a share. It is drawn without a style of its own, which the page's policy would refuse. */
export function Share({
  percent,
  over = 0,
}: {
  percent: number;
  /** Percent beyond it, in red. */ over?: number;
}) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      {percent > 0 && <path className={styles.filled} d={`M0 2h${percent}`} />}
      {over > 0 && <path className={styles.over} d={`M${percent + 1} 2h${over - 1}`} />}
    </svg>
  );
}

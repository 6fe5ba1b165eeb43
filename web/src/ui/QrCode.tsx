import { joinClasses } from '../lib/join-classes.ts';
import styles from './QrCode.module.css';

/** Squares around the code that stay white: without them an app does not find it. */
const QUIET = 4;

type Props = {
  /** The dark squares as an SVG path, and how many are in a side. */
  qr: { size: number; path: string };
  label: string;
  caption: string;
  className?: string | undefined;
};

/** A QR code for an app: of a bank, of one-time passwords. */
export function QrCode({ qr, label, caption, className }: Props) {
  const side = qr.size + 2 * QUIET;
  return (
    <figure className={joinClasses(styles.code, className)}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
        className={styles.squares}
        shapeRendering="crispEdges"
      >
        <path d={qr.path} />
      </svg>
      <figcaption className={styles.quiet}>{caption}</figcaption>
    </figure>
  );
}

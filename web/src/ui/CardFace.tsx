import { joinClasses } from '../lib/join-classes.ts';
import styles from './CardFace.module.css';
import { getFaceStyle, type NetworkTone } from './text/tone.ts';

type Props = {
  tone: NetworkTone;
  /** The network's name. */
  title: string;
  /** The last four digits. */
  lastFour: string;
  /**
   * `chip` is for a row and shows the digits only. `small` is for a list. `large` looks like a real card in the hand.
   */
  size?: 'chip' | 'small' | 'large';
  /** Tilted a little, as on the landing page. */
  tilted?: boolean;
  /** Its holder or its name; on the large face only. */
  holder?: string;
  /** Drawn as a card that does not work now. */
  dimmed?: boolean;
};

/** A fuel card drawn to look like the real one. */
export function CardFace(props: Props) {
  const { tone, title, lastFour, size = 'small', tilted = false, holder, dimmed = false } = props;
  return (
    <span
      role="img"
      aria-label={`Карта ${title}, последние цифры ${[...lastFour].join(' ')}`}
      style={getFaceStyle(tone)}
      className={joinClasses(
        styles.face,
        styles[size],
        styles[tone],
        tilted && styles.tilted,
        dimmed && styles.dimmed,
      )}
    >
      {size !== 'chip' && <Road />}
      {size !== 'chip' && <span className={styles.title}>{title}</span>}
      {size === 'large' && <span className={styles.programme}>Топливная карта</span>}
      {size === 'large' && holder && <span className={styles.holder}>{holder}</span>}
      <span className={styles.digits}>
        {size !== 'chip' && <span className={styles.dots}>••••</span>}
        {lastFour}
      </span>
    </span>
  );
}

/** The road that runs off the card at its upper edge: two verges and a broken centre line. */
function Road() {
  return (
    <svg
      className={styles.road}
      viewBox="0 0 340 214"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
    >
      <path className={styles.asphalt} d="M112 214C168 150 214 92 258 0h40c-4 92 4 150 28 214Z" />
      <path className={styles.centre} d="M218 214C236 142 258 74 278 0" />
    </svg>
  );
}

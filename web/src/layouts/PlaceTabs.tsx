import { AppLink } from '../ui/AppLink.tsx';
import styles from './PlaceTabs.module.css';

type Props = { label: string; places: readonly { to: string; title: string; current: boolean }[] };

/** Pages that belong together, one entry of the sidebar between them: links that look like tabs. */
export function PlaceTabs({ label, places }: Props) {
  return (
    <nav aria-label={label} className={styles.places} data-print="hide">
      {places.map(({ to, title, current }) => (
        <AppLink key={to} to={to} aria-current={current ? 'page' : undefined} className={styles.place}>
          {title}
        </AppLink>
      ))}
    </nav>
  );
}

import { useEffect, useRef } from 'react';
import { AppLink } from '../ui/AppLink.tsx';
import styles from './PlaceTabs.module.css';

type Props = { label: string; places: readonly { to: string; title: string; current: boolean }[] };

/** Pages that belong together, one entry of the sidebar between them: links that look like tabs. */
export function PlaceTabs({ label, places }: Props) {
  const row = useRef<HTMLElement>(null);
  const here = places.find(({ current }) => current)?.to;
  // On a phone the place that one is in may lie beside the screen.
  useEffect(() => {
    const nav = row.current;
    const tab = nav?.querySelector<HTMLElement>('[aria-current]');
    if (nav && tab)
      nav.scrollLeft = tab.offsetLeft - nav.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2;
  }, [here]);
  return (
    <nav ref={row} aria-label={label} className={styles.places} data-print="hide">
      {places.map(({ to, title, current }) => (
        <AppLink key={to} to={to} aria-current={current ? 'page' : undefined} className={styles.place}>
          {title}
        </AppLink>
      ))}
    </nav>
  );
}

import { useEffect, useRef } from 'react';
import { AppLink } from '../ui/AppLink.tsx';
import styles from './PlaceTabs.module.css';

type Props = { label: string; places: readonly { to: string; title: string; current: boolean }[] };

/** Shows pages that belong together under one entry of the sidebar, as links that look like tabs. */
export function PlaceTabs({ label, places }: Props) {
  const row = useRef<HTMLElement>(null);
  const here = places.find(({ current }) => current)?.to;
  // On a phone the current place may lie outside the screen.
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

import { useEffect, useRef } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { VisuallyHidden } from '../ui/text/VisuallyHidden.tsx';
import type { ShownTabs } from './find-place.ts';
import styles from './PlaceTabs.module.css';

type Props = ShownTabs & {
  /** The parts of a tab stand below it, as smaller links. */
  look?: 'tabs' | 'parts';
};

/** Shows pages that belong together under one entry of the sidebar, as links that look like tabs. */
export function PlaceTabs({ label, places, look = 'tabs' }: Props) {
  const row = useRef<HTMLElement>(null);
  const here = places.find(({ current }) => current)?.to;
  // On a phone the current tab may lie outside the screen.
  useEffect(() => {
    const nav = row.current;
    const tab = nav?.querySelector<HTMLElement>('[aria-current]');
    if (nav && tab)
      nav.scrollLeft = tab.offsetLeft - nav.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2;
  }, [here]);
  return (
    <nav ref={row} aria-label={label} className={joinClasses(styles.places, styles[look])} data-print="hide">
      {places.map(({ to, title, waiting, current }) => (
        <AppLink key={to} to={to} aria-current={current ? 'page' : undefined} className={styles.place}>
          {title}
          {Boolean(waiting) && (
            <span className={styles.waiting}>
              <VisuallyHidden>, ждут: </VisuallyHidden>
              {Math.min(waiting ?? 0, 999)}
            </span>
          )}
        </AppLink>
      ))}
    </nav>
  );
}

import { useVirtualizer } from '@tanstack/react-virtual';
import { IconQrcode } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { glueNumbers } from '../../../lib/format.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { Money, NoMoney } from '../../../ui/text/Money.tsx';
import { formatAddress, type Station } from './choose-stations.ts';
import { StationDetails } from './StationDetails.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import styles from './StationRows.module.css';

type Props = {
  label: string;
  stations: readonly Station[];
  chosenId: number | null;
  onChoose: (id: number) => void;
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
  /** A separate line under the address: the distance along the road. */
  note?: (index: number) => ReactNode;
  /** The chosen row opens, because there is no map for a popup. */
  opens: boolean;
};

/** Thousands of rows, of which only the visible ones are mounted; arrows, Home and End move between them. */
export function StationRows({ label, stations, chosenId, onChoose, scroller, note, opens }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- we compile without the React compiler
  const rows = useVirtualizer({
    count: stations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (note ? 92 : 76),
    getItemKey: (index) => stations[index]?.id ?? index,
    overscan: 8,
    scrollMargin: above,
  });

  // The content above the list may grow and shift the start of the list.
  useLayoutEffect(() => {
    const [box, own] = [scroller.current, list.current];
    if (!box || !own) return;
    const measure = () =>
      setAbove(own.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop);
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    if (own.previousElementSibling) watch.observe(own.previousElementSibling);
    measure();
    return () => watch.disconnect();
  }, [scroller]);

  function onKeyDown(event: KeyboardEvent, index: number) {
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: stations.length - 1 }[event.key];
    if (next === undefined || next < 0 || next >= stations.length) return;
    event.preventDefault();
    rows.scrollToIndex(next, { align: 'auto' });
    // The row may be mounted only now.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus());
  }

  return (
    <ul ref={list} aria-label={label} className={styles.list} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, key, start }) => {
        const station = stations[index] as Station;
        const chosen = station.id === chosenId;
        return (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            aria-setsize={stations.length}
            aria-posinset={index + 1}
            className={styles.item}
            style={{ transform: `translateY(${start - above}px)` }}
          >
            <button
              type="button"
              data-row={index}
              aria-pressed={chosen}
              className={joinClasses(styles.row, chosen && styles.chosen)}
              onClick={() => onChoose(station.id)}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              <span className={styles.words}>
                <ClampedText className={styles.name}>{station.name || station.brand}</ClampedText>
                <ClampedText className={styles.address}>
                  {glueNumbers(
                    [
                      station.city,
                      formatAddress(station),
                      station.region === station.city ? '' : station.region,
                    ]
                      .filter(Boolean)
                      .join(', '),
                  )}
                </ClampedText>
                {note && <span className={styles.note}>{note(index)}</span>}
              </span>
              <span className={styles.price}>
                {station.price_dt === null ? <NoMoney /> : <Money value={station.price_dt} />}
                {station.qr_available && (
                  <span className={styles.qr}>
                    <IconQrcode aria-hidden="true" stroke={1.5} />
                    QR
                  </span>
                )}
              </span>
            </button>
            {opens && chosen && (
              <div className={styles.opened}>
                <StationDetails station={station} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

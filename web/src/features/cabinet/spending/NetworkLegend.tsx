import { useState } from 'react';
import { toneOfPartner } from '../../../cards/describe-card.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import type { Option } from '../../../ui/fields/Select.tsx';
import { getFill } from '../../../ui/text/tone.ts';
import type { SpendingRow } from './spending-rows.ts';
import styles from './MonthColumns.module.css';

export type Legend = {
  /** Networks that the report can be narrowed to. */
  networks: readonly Option[];
  /** The one that it is narrowed to. */
  chosen: number | undefined;
  onChoose: (partnerId: number | undefined) => void;
};

/** Names the colours of a chart. A click narrows the report to a network, another one widens it again. */
export function NetworkLegend({ networks, chosen, onChoose }: Legend) {
  if (networks.length < 2) return null;
  return (
    <span role="group" aria-label="Сети на графике" className={styles.legend}>
      {networks.map(({ value, label }) => {
        const id = Number(value);
        const fill = getFill(toneOfPartner(id));
        return (
          <button
            key={value}
            type="button"
            className={styles.chip}
            aria-pressed={id === chosen}
            onClick={() => onChoose(id === chosen ? undefined : id)}
          >
            <span
              className={joinClasses(styles.swatch, fill.className)}
              style={fill.style}
              aria-hidden="true"
            />
            {label}
          </button>
        );
      })}
    </span>
  );
}

/**
 * Returns the networks of a legend: those that the report has without a filter by network. They stay while it is narrowed
 * to one of them, so that another one is a click away.
 */
export function useLegendNetworks(
  rows: readonly SpendingRow[] | undefined,
  chosen: number | undefined,
  known: readonly Option[],
): readonly Option[] {
  const ids = new Set(rows?.flatMap(({ networks }) => networks.map(({ partner_id: id }) => id)));
  const found = known.filter(({ value }) => ids.has(Number(value)));
  const key = found.map(({ value }) => value).join();
  const [last, setLast] = useState('');
  const isWhole = chosen === undefined && rows !== undefined;
  if (isWhole && last !== key) setLast(key);
  const shown = new Set((isWhole ? key : last).split(','));
  return known.filter(({ value }) => shown.has(value) || Number(value) === chosen);
}

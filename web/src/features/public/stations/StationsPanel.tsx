import { IconSearch } from '@tabler/icons-react';
import { useMemo, type RefObject } from 'react';
import { downloadStationList } from '#contract/programme/stations.ts';
import { counted } from '#contract/values/counted.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ExternalLink } from '../../../ui/text/TextLink.tsx';
import { listBrands, listRegions, type Station, type StationFilters } from './choose-stations.ts';
import { StationRows } from './StationRows.tsx';
import styles from './StationsPanel.module.css';

type Props = {
  all: readonly Station[];
  chosen: readonly Station[];
  filters: StationFilters;
  onFilter: (change: Partial<StationFilters>) => void;
  stationId: number | null;
  onStation: (id: number) => void;
  scroller: RefObject<HTMLElement | null>;
  opens: boolean;
};

export const STATION_FORMS = ['станция', 'станции', 'станций'] as const;

/** Search, filters, and the list of matching stations. */
export function StationsPanel(props: Props) {
  const { all, chosen, filters, onFilter, stationId, onStation, scroller, opens } = props;
  const brands = useMemo(() => listBrands(all), [all]);
  const regions = useMemo(() => listRegions(all), [all]);
  return (
    <>
      <div className={styles.filters}>
        <TextField
          label="Город или адрес"
          type="search"
          autoComplete="off"
          prefix={<IconSearch aria-hidden="true" stroke={1.75} />}
          value={filters.search}
          onChange={(search) => onFilter({ search })}
        />
        <div className={styles.pair}>
          <Select
            label="Сеть"
            options={[
              { value: '', label: 'Все сети' },
              ...brands.map((brand) => ({ value: brand, label: brand })),
            ]}
            value={filters.brand}
            onChange={(brand) => onFilter({ brand })}
          />
          <Select
            label="Регион"
            options={[
              { value: '', label: 'Все' },
              ...regions.map((region) => ({ value: region, label: region })),
            ]}
            value={filters.region}
            onChange={(region) => onFilter({ region })}
          />
        </div>
        <div className={styles.checks}>
          <Checkbox
            label="Есть дизель"
            checked={filters.dieselOnly}
            onChange={(dieselOnly) => onFilter({ dieselOnly })}
          />
          <Checkbox
            label="Оплата по QR"
            checked={filters.qrOnly}
            onChange={(qrOnly) => onFilter({ qrOnly })}
          />
        </div>
        <div className={styles.found}>
          <p aria-live="polite">Нашлось: {counted(chosen.length, STATION_FORMS)}</p>
          <ExternalLink href={downloadStationList.path} download>
            Скачать список АЗС
          </ExternalLink>
        </div>
      </div>
      {chosen.length === 0 ? (
        <EmptyState title="Таких станций нет">Измените адрес или снимите фильтры</EmptyState>
      ) : (
        <StationRows
          label="Заправочные станции"
          stations={chosen}
          chosenId={stationId}
          onChoose={onStation}
          scroller={scroller}
          opens={opens}
        />
      )}
    </>
  );
}

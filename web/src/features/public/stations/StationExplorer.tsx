import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { listCards } from '#contract/cards/cards.ts';
import { MAP_PANEL_MAX_WIDTH_PX } from '#contract/limits.ts';
import { listStations, readRoadMap } from '#contract/programme/stations.ts';
import { readOperator } from '#contract/system.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { paths } from '../../../paths.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { chooseStations, type Station, type StationFilters } from './choose-stations.ts';
import type { FuelPlan } from './describe-plan.ts';
import type { LatLon } from './map-shapes.ts';
import { FIRST_MIDDLE, nearestFirst } from './map-middle.ts';
import { canDrawMap } from './can-draw-map.ts';
import { readOwnCards } from './own-cards.ts';
import { parseFilters, makeMarks, clipPath, placesToFit, withStations } from './read-view.ts';
import { formatPlaceName, readFields, listTowns, writeFields, type RouteField } from './route-fields.ts';
import { RouteForm } from './RouteForm.tsx';
import { RoutePanel } from './RoutePanel.tsx';
import styles from './StationExplorer.module.css';
import { StationMap } from './StationMap.tsx';
import { StationsPanel } from './StationsPanel.tsx';
import { USUAL_TRUCK } from './truck.ts';
import { NO_PATH, useBuiltRoute } from './use-built-route.ts';

type Props = {
  /** The page's heading. */
  title: ReactNode;
  /** The user's company has cards: the plan starts with the networks of those cards. */
  hasCards: boolean;
};

type Tab = 'stations' | 'route';

const NONE: readonly Station[] = [];

/**
 * The map with its panel (spec section 2, `/map`): stations by filters, or a route with its stations. The panel is
 * beside the map; at 650 px and less it opens over the map's lower part and can be folded.
 */
export function StationExplorer({ title, hasCards }: Props) {
  const [query] = useSearchParams();
  const writeAddress = useWriteAddress();
  const narrow = useMedia(`(max-width: ${MAP_PANEL_MAX_WIDTH_PX}px)`);
  const [panelOpen, setPanelOpen] = useState(true);
  const [hasMap, setHasMap] = useState(canDrawMap);
  // The fields respond at once; the address follows.
  const [chosenFilters, setFilters] = useState(() => parseFilters(query));
  const [stationId, setStationId] = useState<number | null>(null);
  const [fields, setFields] = useState(() => readFields(query.get('route') ?? ''));
  const [pickingKey, setPickingKey] = useState<number | null>(null);
  const [plan, setPlan] = useState<FuelPlan | null>(null);
  const [truck, setTruck] = useState(USUAL_TRUCK);
  const [middle, setMiddle] = useState<LatLon>(FIRST_MIDDLE[narrow ? 'narrow' : 'wide']);
  const scroller = useRef<HTMLDivElement>(null);
  const [tab, setTab] = useState<Tab>(query.get('tab') === 'route' ? 'route' : 'stations');

  const read = useRead(listStations, { query: { web: '1' } });
  const roads = useRead(readRoadMap);
  const operator = useRead(readOperator);
  const cards = useRead(listCards, {}, { enabled: hasCards });
  const all = read.data?.data ?? NONE;

  const filters = useMemo(() => withStations(chosenFilters, all), [chosenFilters, all]);
  const { search, brand, region, qrOnly, dieselOnly } = filters;
  const searched = useDeferredValue(search);
  const chosen = useMemo(() => {
    const found = chooseStations(all, { search: searched, brand, region, qrOnly, dieselOnly });
    return searched || region ? found : nearestFirst(found, middle);
  }, [all, searched, brand, region, qrOnly, dieselOnly, middle]);

  const { points, route, path, onRoute, pending, problem } = useBuiltRoute(fields, all);
  const towns = useMemo(() => listTowns(roads.data?.data, all), [roads.data, all]);
  const shown = tab === 'route' && route ? onRoute.stations : chosen;
  const marks = useMemo(() => (tab === 'route' ? makeMarks(fields, plan) : []), [tab, fields, plan]);
  const isFiltered = Boolean(searched || brand || region);
  const fit = useMemo(
    () => (tab === 'route' ? clipPath(path) : isFiltered ? placesToFit(chosen) : null),
    [tab, path, isFiltered, chosen],
  );
  const station = useMemo(() => all.find(({ id }) => id === stationId) ?? null, [all, stationId]);
  const ownCards = useMemo(
    () => (hasCards && cards.data ? readOwnCards(cards.data.data) : null),
    [hasCards, cards.data],
  );

  function filter(change: Partial<StationFilters>) {
    const next = { ...filters, ...change };
    setFilters(next);
    writeAddress({
      city: next.search,
      brand: next.brand,
      region: next.region,
      qr: next.qrOnly ? '1' : '',
      dt: next.dieselOnly ? '1' : '',
    });
  }

  function changeRoute(next: RouteField[]) {
    setFields(next);
    setPlan(null);
    writeAddress({ route: writeFields(next) });
  }

  function choose(id: number | null) {
    setStationId(id);
    // On a phone the user now wants to see the map.
    if (id !== null && narrow && hasMap) setPanelOpen(false);
  }

  function pick(key: number | null) {
    setPickingKey(key);
    if (key !== null && narrow) setPanelOpen(false);
  }

  function placeOnMap([lat, lon]: LatLon) {
    const place: LatLon = [Number(lat.toFixed(5)), Number(lon.toFixed(5))];
    setPickingKey(null);
    setPanelOpen(true);
    changeRoute(
      fields.map((field) =>
        field.key === pickingKey ? { ...field, place, text: formatPlaceName(place) } : field,
      ),
    );
  }

  const folded = narrow && hasMap && !panelOpen;
  const content = read.isPending ? (
    <TableSkeleton columns={2} />
  ) : !read.data ? (
    <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
  ) : tab === 'stations' ? (
    <StationsPanel
      all={all}
      chosen={chosen}
      filters={filters}
      onFilter={filter}
      stationId={stationId}
      onStation={choose}
      scroller={scroller}
      opens={!hasMap}
    />
  ) : (
    <RoutePanel
      form={
        <RouteForm
          fields={fields}
          towns={towns}
          onChange={changeRoute}
          pickingKey={pickingKey}
          onPick={pick}
          canPick={hasMap}
        />
      }
      points={points}
      way={fields.map(({ text }) => text).join(' — ')}
      route={route}
      pending={pending}
      problem={problem}
      stations={onRoute.stations}
      places={onRoute.places}
      stationId={stationId}
      onStation={choose}
      plan={plan}
      onPlan={setPlan}
      truck={truck}
      onTruck={setTruck}
      ownCards={ownCards}
      truckPlan={
        hasCards && <TextLink to={paths.newFuelPlan(writeFields(fields))}>План для машины автопарка</TextLink>
      }
      scroller={scroller}
      opens={!hasMap}
    />
  );

  return (
    <div className={styles.explorer} data-map={hasMap || undefined}>
      <div className={styles.panel} data-folded={folded || undefined}>
        {narrow && hasMap && (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={panelOpen}
            aria-controls="station-panel"
            onClick={() => setPanelOpen(!panelOpen)}
          >
            {panelOpen ? 'Свернуть' : 'Список и маршрут'}
            {panelOpen ? (
              <IconChevronDown aria-hidden="true" stroke={1.75} />
            ) : (
              <IconChevronUp aria-hidden="true" stroke={1.75} />
            )}
          </button>
        )}
        <div id="station-panel" ref={scroller} className={styles.scroller} hidden={folded}>
          <div className={styles.title}>{title}</div>
          {!hasMap && (
            <div className={styles.word}>
              <Notice>
                Карта на этом устройстве не показывается: браузер не даёт ей рисовать. Список и маршрут
                работают полностью
              </Notice>
            </div>
          )}
          <Tabs<Tab>
            label="Что показать"
            tabs={[
              { value: 'stations', label: 'Станции' },
              { value: 'route', label: 'Маршрут' },
            ]}
            value={tab}
            onChange={(next) => {
              setTab(next);
              writeAddress({ tab: next === 'route' ? 'route' : '' });
            }}
          >
            {content}
          </Tabs>
        </div>
      </div>
      {hasMap && (
        <section className={styles.map} aria-label="Карта">
          <StationMap
            stations={shown}
            roads={roads.data?.data}
            route={tab === 'route' ? path : NO_PATH}
            marks={marks}
            chosen={station}
            fit={fit}
            picking={pickingKey !== null}
            onChoose={choose}
            onPlace={placeOnMap}
            onMiddle={setMiddle}
            operatorMap={operator.isPending ? undefined : (operator.data?.data.baseMap ?? null)}
            onUnavailable={() => setHasMap(false)}
          />
        </section>
      )}
    </div>
  );
}

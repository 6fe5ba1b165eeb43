import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { can } from '#contract/access.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { listCards } from '#contract/cards/cards.ts';
import { FUEL_TITLE, listVehicles, readVehicle, removeVehicle } from '#contract/fleet/vehicles.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { driverName } from '../../../cards/describe-card.ts';
import { useTitleSubject } from '../../../lib/use-document-title.ts';
import { formatPlate, formatTruck } from '#contract/values/plate.ts';
import { capitalized, formatDate, formatLitres } from '../../../lib/format.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useTableView } from '../../../tables/use-table-view.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { paths } from '../../../paths.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import styles from './Fleet.module.css';
import { ChartLegend, ConsumptionChart } from './ConsumptionChart.tsx';
import { compareWithNorm, describeExcess, isOverNorm } from './describe-consumption.ts';
import { formatDecimal, formatTenths } from './format-vehicle.ts';
import { monthColumns } from './month-columns.tsx';
import { FuelSheet } from './FuelSheet.tsx';
import { Odometer } from './Odometer.tsx';
import { VehicleForm } from './VehicleForm.tsx';
import { useVehicleWaiting, VehicleWaiting } from './VehicleWaiting.tsx';

type Described = EndpointData<typeof readVehicle>;

/** One truck: its open cases, its consumption against its norm, its odometer and its cards by date. */
export function VehicleSheet({ vehicleId }: { vehicleId: number }) {
  const read = useRead(readVehicle, { params: { id: vehicleId } });
  const mayChange = can(useRole(), 'changeCard');
  const one = read.data?.data;
  const cards = useRead(listCards);
  const waiting = useVehicleWaiting(vehicleId);
  useTitleSubject(one ? [formatPlate(one.plate), one.brand].filter(Boolean).join(' ') : '', true);
  if (read.error?.code === 404)
    return (
      <EmptyState title="Такой машины нет" action={<TextLink to={paths.fleet}>К автопарку</TextLink>}>
        Возможно, ссылка старая.
      </EmptyState>
    );
  if (!one && read.isError)
    return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  // The page comes whole: what waits and who drives would push down what is being read.
  if (!one || cards.isPending || waiting.isPending) return <TextSkeleton count={6} />;
  const drivers = listDrivers(one, cards.data?.data ?? []);
  return (
    <Stack gap="3">
      <Panel aria-label="О машине">
        <div className={styles.about}>
          <Facts vehicle={one} drivers={drivers} />
          <VehicleActions vehicle={one} mayChange={mayChange && !one.removed} />
        </div>
        {one.removed && <Notice tone="warn">Машина удалена из автопарка. Её операции остались.</Notice>}
      </Panel>
      {!one.removed && <VehicleWaiting vehicleId={one.id} waiting={waiting} />}
      <Panel title="Расход топлива">
        <Consumption vehicle={one} />
      </Panel>
      <div className={styles.halves}>
        <Panel title="Одометр">
          <Odometer vehicle={one} mayChange={mayChange && !one.removed} />
        </Panel>
        <Stack gap="3">
          <Panel title="Карты на машине">
            <Cards spans={one.cards} />
          </Panel>
          <Panel title="Лист заправок к путевому листу">
            <FuelSheet vehicleId={one.id} />
          </Panel>
        </Stack>
      </div>
    </Stack>
  );
}

/** Properties that a dispatcher knows a truck by, each with its label. */
function Facts({ vehicle, drivers }: { vehicle: Described; drivers: readonly string[] }) {
  const { group_title: group, tank_litres: tank, norm_litres_100km: norm, winter } = vehicle;
  const facts = [
    [drivers.length > 1 ? 'Водители' : 'Водитель', drivers.join(', ')],
    ['Группа', group],
    ['Бак', tank !== null && formatLitres(tank)],
    ['Норма, л/100 км', formatNorms(norm, winter?.norm_litres_100km ?? null)],
    ['Топливо', FUEL_TITLE[vehicle.fuel]],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label as string}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function formatNorms(norm: number | null, winter: number | null): string {
  return [formatDecimal(norm), winter !== null && `зимой ${formatDecimal(winter)}`]
    .filter(Boolean)
    .join(', ');
}

function Cards({ spans }: { spans: Described['cards'] }) {
  if (spans.length === 0) return <p className="ink-2">Карт на машине не было.</p>;
  return (
    <ul className={styles.lines}>
      {spans.map((span) => (
        <li key={`${span.card_id} ${span.since}`}>
          <TextLink to={paths.card(span.card_id)}>{shortNumber(span.card_number)}</TextLink>
          <span className="ink-2">{formatSpan(span)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Names the drivers of the cards that are on the truck now. */
function listDrivers(vehicle: Described, cards: EndpointData<typeof listCards>): string[] {
  const now = new Set(vehicle.cards.filter(({ until }) => until === null).map((span) => span.card_id));
  return [
    ...new Set(cards.filter(({ id }) => now.has(id)).flatMap(({ drivers }) => drivers.map(driverName))),
  ];
}

type Removed = { vehicle: Described; onRemoved: () => void };

const RemoveDialog = defineConfirmDialog<Removed, typeof removeVehicle>({
  title: 'Удалить машину из автопарка?',
  confirmLabel: 'Удалить',
  text: () => <p>Карты с неё снимутся. В прошлых операциях она останется.</p>,
  call: removeVehicle,
  input: ({ vehicle }) => ({ params: { id: vehicle.id } }),
  refresh: [listVehicles, listCards],
  failed: ({ vehicle }) => `Машина не удалена: ${formatTruck(vehicle)}`,
  onDone: ({ onRemoved }) => onRemoved(),
});

function ChangeDialog({ item: vehicle, onClose }: { item: Described; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={formatTruck(vehicle)}>
      <VehicleForm vehicle={vehicle} onDone={onClose} />
    </Modal>
  );
}

function VehicleActions({ vehicle, mayChange }: { vehicle: Described; mayChange: boolean }) {
  const { open, dialog } = useDialogs();
  const navigate = useNavigate();
  const onRemoved = () => void navigate(paths.fleet);
  return (
    <Row gap="1" className={styles.actions}>
      <ButtonLink to={paths.operationsOfVehicle(vehicle.id)} size="small">
        Операции машины
      </ButtonLink>
      {mayChange && (
        <>
          <Button size="small" onClick={() => open(ChangeDialog, vehicle)}>
            Изменить
          </Button>
          <Button size="small" variant="quiet" onClick={() => open(RemoveDialog, { vehicle, onRemoved })}>
            Удалить
          </Button>
        </>
      )}
      {dialog}
    </Row>
  );
}

/** The newest known consumption, its months as bars against their norms, and the figures folded below. */
function Consumption({ vehicle: { id, plate, months } }: { vehicle: Described }) {
  const columns = useMemo(() => monthColumns(id), [id]);
  const control = useTableView('months', columns);
  const latest = months.find(({ litres_100km: litres }) => litres !== null);
  const excess = describeExcess(months);
  return (
    <Stack gap="2">
      {latest ? (
        <>
          <div>
            <p className={styles.figure}>{formatTenths(latest.litres_100km)}&nbsp;л/100&nbsp;км</p>
            <p className="ink-2">
              {capitalized(formatDate(latest.month, 'month'))}: {compareWithNorm(latest)}
            </p>
            {excess && <p className={months.some(isOverNorm) ? styles.over : 'ink-2'}>{excess}</p>}
          </div>
          <ConsumptionChart vehicleId={id} months={months} />
          <ChartLegend />
        </>
      ) : (
        <p className="ink-2">Расход появится, когда будут два показания одометра и заправка между ними.</p>
      )}
      <Disclosure summary="Месяцы в цифрах" wide>
        <TableTools
          columns={columns}
          control={control}
          fileName={`Расход ${formatPlate(plate)}`}
          rows={() => months}
        />
        <DataTable
          caption="Расход по месяцам"
          columns={columns}
          rows={months}
          rowKey={(month) => month.month}
          control={control}
        />
        <p className={joinClasses(styles.more, styles.note)}>
          Продано — по сети, по УПД — в документах за месяц, по норме — пробег на норму; расхождение считается
          от проданного. Литры и сумма — топливо машины. «Прочее» — AdBlue, мойка, другое топливо: в расход и
          цену километра не входит. «Дороги» — списания «Платона» из загруженных отчётов; ₽/км — топливо и
          дороги. Расход считается между показаниями одометра.
        </p>
      </Disclosure>
    </Stack>
  );
}

function formatSpan({ since, until }: Described['cards'][number]): string {
  const from = since === null ? '' : `с ${formatDate(since)}`;
  const to = until === null ? 'сейчас' : `до ${formatDate(until)}`;
  return [from, to].filter(Boolean).join(' ');
}

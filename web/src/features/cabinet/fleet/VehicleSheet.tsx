import { useNavigate } from 'react-router';
import { can } from '#contract/access.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { listCards } from '#contract/cards/cards.ts';
import { listVehicles, readVehicle, removeVehicle } from '#contract/fleet/vehicles.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { driverName } from '../../../cards/describe-card.ts';
import { useTitleSubject } from '../../../lib/use-document-title.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { formatDate } from '../../../lib/format.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { joinClasses } from '../../../lib/join-classes.ts';
import { paths } from '../../../paths.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
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
import { formatDecimal, vehicleName } from './format-vehicle.ts';
import { MONTH_COLUMNS } from './month-columns.tsx';
import { FuelSheet } from './FuelSheet.tsx';
import { Odometer } from './Odometer.tsx';
import { VehicleForm } from './VehicleForm.tsx';

type Described = EndpointData<typeof readVehicle>;

/** One truck: its months, its odometer and which card was on it when. */
export function VehicleSheet({ vehicleId }: { vehicleId: number }) {
  const read = useRead(readVehicle, { params: { id: vehicleId } });
  const mayChange = can(useRole(), 'changeCard');
  const one = read.data?.data;
  const drivers = useDrivers(one);
  useTitleSubject(one ? [formatPlate(one.plate), one.brand].filter(Boolean).join(' ') : '', true);
  if (read.error?.code === 404)
    return (
      <EmptyState title="Такой машины нет" action={<TextLink to={paths.fleet}>К автопарку</TextLink>}>
        Возможно, ссылка старая.
      </EmptyState>
    );
  if (!one && read.isError)
    return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  if (!one) return <TextSkeleton count={6} />;
  return (
    <Stack gap="3">
      <Panel title="О машине" action={mayChange && !one.removed && <VehicleActions vehicle={one} />}>
        <Stack>
          {one.removed && <Notice tone="warn">Машина удалена из автопарка. Её операции остались.</Notice>}
          <p className="ink-2">
            {[
              drivers.length > 0 && `${drivers.length > 1 ? 'водители' : 'водитель'} ${drivers.join(', ')}`,
              one.group_title && `группа «${one.group_title}»`,
              one.tank_litres !== null && `бак ${formatDecimal(one.tank_litres)} л`,
              one.norm_litres_100km !== null && `норма ${formatDecimal(one.norm_litres_100km)} л/100 км`,
              one.winter && `зимой ${formatDecimal(one.winter.norm_litres_100km)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Row>
            <ButtonLink to={paths.operationsOfVehicle(one.id)}>Операции машины</ButtonLink>
          </Row>
        </Stack>
      </Panel>
      <Panel title="Расход по месяцам" variant="flush">
        <Months vehicle={one} />
      </Panel>
      <Panel title="Лист заправок к путевому листу">
        <FuelSheet vehicleId={one.id} />
      </Panel>
      <Panel title="Одометр">
        <Odometer vehicle={one} mayChange={mayChange && !one.removed} />
      </Panel>
      <Panel title="Карты на машине">
        {one.cards.length === 0 ? (
          <p className="ink-2">Карт на машине не было.</p>
        ) : (
          <ul className={styles.lines}>
            {one.cards.map((span) => (
              <li key={`${span.card_id} ${span.since}`}>
                <TextLink to={paths.card(span.card_id)}>{shortNumber(span.card_number)}</TextLink>
                <span className="ink-2">{formatSpan(span)}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </Stack>
  );
}

/** The drivers of the cards that are on the truck now. */
function useDrivers(vehicle: Described | undefined): string[] {
  const cards = useRead(listCards).data?.data ?? [];
  const now = new Set(vehicle?.cards.filter(({ until }) => until === null).map((span) => span.card_id));
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
  failed: ({ vehicle }) => `Машина не удалена: ${vehicleName(vehicle)}`,
  onDone: ({ onRemoved }) => onRemoved(),
});

function ChangeDialog({ item: vehicle, onClose }: { item: Described; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={vehicleName(vehicle)}>
      <VehicleForm vehicle={vehicle} onDone={onClose} />
    </Modal>
  );
}

function VehicleActions({ vehicle }: { vehicle: Described }) {
  const { open, dialog } = useDialogs();
  const navigate = useNavigate();
  const onRemoved = () => void navigate(paths.fleet);
  return (
    <Row gap="2">
      <Button onClick={() => open(ChangeDialog, vehicle)}>Изменить</Button>
      <Button variant="quiet" onClick={() => open(RemoveDialog, { vehicle, onRemoved })}>
        Удалить
      </Button>
      {dialog}
    </Row>
  );
}

function Months({ vehicle: { months } }: { vehicle: Described }) {
  return (
    <>
      <DataTable
        caption="Расход по месяцам"
        columns={MONTH_COLUMNS}
        rows={months}
        rowKey={(month) => month.month}
      />
      <p className={joinClasses(styles.more, styles.note)}>
        Литры и сумма — топливо машины. «Прочее» — AdBlue, мойка, другое топливо: в расход и цену километра не
        входит. Расход считается между показаниями одометра.
      </p>
    </>
  );
}

function formatSpan({ since, until }: Described['cards'][number]): string {
  const from = since === null ? '' : `с ${formatDate(since)}`;
  const to = until === null ? 'сейчас' : `до ${formatDate(until)}`;
  return [from, to].filter(Boolean).join(' ');
}

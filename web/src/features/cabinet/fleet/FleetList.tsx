import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { can } from '#contract/access.ts';
import { listCards } from '#contract/cards/cards.ts';
import { suggestVehicles } from '#contract/fleet/vehicle-import.ts';
import { includesPlate, formatTruck } from '#contract/values/plate.ts';
import { listVehicleGroups, listVehicles } from '#contract/fleet/vehicles.ts';
import { counted } from '#contract/values/counted.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { ListState } from '../../../tables/states/ListState.tsx';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { SelectionBar } from '../../../tables/SelectionBar.tsx';
import { SelectionFiles } from '../../../tables/SelectionFiles.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useRowSelection } from '../../../tables/use-row-selection.ts';
import { useTableView } from '../../../tables/use-table-view.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { GroupsModal, type GroupParts } from './GroupsModal.tsx';
import { VEHICLE_FORMS, type Vehicle } from './format-vehicle.ts';
import { ImportVehicles, SuggestedVehicles } from './ImportVehicles.tsx';
import { ImportTolls, UnmatchedTolls } from './ImportTolls.tsx';
import { vehicleColumns } from './vehicle-columns.tsx';
import { VehicleForm } from './VehicleForm.tsx';

/** «Автопарк»: the company's trucks, and the ways in which they come here. */
export function FleetList({ GroupRules }: GroupParts) {
  const { show, dialog } = useDialogs();
  const mayChange = can(useRole(), 'changeCard');
  const write = useWriteAddress();
  // The rules lead here for a first group, where nothing else names groups yet.
  const [groupsOpened, setGroupsOpened] = useState(useSearchParams()[0].has('groups'));
  const vehicles = useRead(listVehicles);
  const suggested = useRead(suggestVehicles, {}, { enabled: mayChange }).data?.data;
  const all = vehicles.data?.data;
  if (!all && vehicles.isError) return <ListState of={listVehicles} read={vehicles} />;
  return (
    <Stack gap="3">
      <ListState of={listVehicles} read={vehicles} />
      {mayChange && (
        <Row gap="2">
          <Button variant="primary" onClick={() => show((onClose) => <NewVehicle onClose={onClose} />)}>
            Добавить машину
          </Button>
          <Button onClick={() => show((onClose) => <ImportVehicles onClose={onClose} />)}>Из файла</Button>
          <Button onClick={() => show((onClose) => <ImportTolls onClose={onClose} />)}>
            Отчёт «Платона»
          </Button>
          <Button onClick={() => setGroupsOpened(true)}>Группы</Button>
        </Row>
      )}
      {!all ? (
        <Panel variant="flush">
          <ListSkeleton count={6} label="Загружаются машины" />
        </Panel>
      ) : (
        <Trucks all={all} />
      )}
      {mayChange && suggested && suggested.rows.length > 0 && (
        <Panel title="Из комментариев карт">
          <SuggestedVehicles planned={suggested} />
        </Panel>
      )}
      {mayChange && all && <UnmatchedTolls vehicles={all} />}
      {mayChange && groupsOpened && (
        <GroupsModal
          GroupRules={GroupRules}
          onClose={() => {
            setGroupsOpened(false);
            write({ groups: null });
          }}
        />
      )}
      {dialog}
    </Stack>
  );
}

function NewVehicle({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Новая машина">
      <VehicleForm onDone={onClose} />
    </Modal>
  );
}

function Trucks({ all }: { all: readonly Vehicle[] }) {
  const cards = useRead(listCards).data?.data;
  const columns = useMemo(() => vehicleColumns(cards ?? [], all), [cards, all]);
  const control = useTableView('vehicles', columns);
  const { words: searchText, group, write, shown } = useFound(all);
  const listed = useMemo(() => shown.map(rowKey), [shown]);
  const { selection, selected } = useRowSelection(listed);
  const groups = useRead(listVehicleGroups).data?.data ?? [];
  const chosen = shown.filter(({ id }) => selection.has(id));
  if (all.length === 0)
    return (
      <Panel>
        <EmptyState title="Здесь будут машины компании">
          Добавьте машину или загрузите список из файла: операции и отчёты назовут машину и водителя.
        </EmptyState>
      </Panel>
    );
  return (
    <>
      <FilterBar
        line
        label="Поиск и фильтры машин"
        first={
          <TextField
            label="Поиск машины"
            labelHidden
            type="search"
            placeholder="Номер или марка"
            value={searchText}
            maxLength={60}
            onChange={(text) => write({ find: text || null })}
          />
        }
        fields={[
          {
            key: 'group',
            label: 'Группа',
            all: 'Все группы',
            value: group,
            options: groups.map(({ id, title }) => ({ value: String(id), label: title })),
            onChange: (value) => write({ group: value || null }),
          },
        ]}
        onClear={() => write({ find: null, group: null })}
        tools={
          <TableTools
            list="vehicles"
            columns={columns}
            control={control}
            fileName="Автопарк"
            rows={() => shown}
          />
        }
      />
      <Panel title={counted(shown.length, VEHICLE_FORMS)} variant="flush">
        {shown.length === 0 ? (
          <EmptyState title="Таких машин нет">Измените запрос или уберите фильтры.</EmptyState>
        ) : (
          <DataTable
            caption="Автопарк"
            columns={columns}
            rows={shown}
            rowKey={rowKey}
            control={control}
            selection={selection}
            nameRow={formatTruck}
          />
        )}
      </Panel>
      <SelectionBar
        label="Выбранные машины"
        text={counted(chosen.length, VEHICLE_FORMS)}
        selected={chosen.length}
        onNone={() => selection.chooseAll(selected, false)}
      >
        <SelectionFiles rows={chosen} columns={columns} view={control.view} fileName="Выбранные машины" />
      </SelectionBar>
    </>
  );
}

/** Filters the trucks by the address. */
function useFound(all: readonly Vehicle[]) {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const searchText = search.get('find') ?? '';
  const group = search.get('group') ?? '';
  const shown = useMemo(() => {
    const meant = searchText.replace(/\s/g, '').toLowerCase();
    return all.filter(
      (item) =>
        (group === '' || String(item.group_id) === group) &&
        (includesPlate(item.plate, searchText) ||
          `${item.plate}${item.brand}`.replace(/\s/g, '').toLowerCase().includes(meant)),
    );
  }, [all, searchText, group]);
  return { words: searchText, group, write, shown };
}

function rowKey({ id }: Vehicle): number {
  return id;
}

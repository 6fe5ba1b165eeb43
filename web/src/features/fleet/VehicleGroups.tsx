import { IconTrash } from '@tabler/icons-react';
import {
  createVehicleGroup,
  listVehicleGroups,
  listVehicles,
  removeVehicleGroup,
} from '#contract/vehicles.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { useForm } from '../../forms/use-form.ts';
import { counted } from '#contract/counted.ts';
import { useRead } from '../../state/use-call.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Fleet.module.css';
import { VEHICLE_FORMS } from './format-vehicle.ts';

/** The groups of trucks: rules and reports go by them. */
export function VehicleGroups({ onClose }: { onClose: () => void }) {
  const form = useForm({ values: { title: '' } });
  const { title } = form.values;
  const read = useRead(listVehicleGroups);
  const groups = read.data?.data ?? [];
  const refresh = [listVehicleGroups, listVehicles];
  const create = useEndpointAction(createVehicleGroup, {
    refresh,
    left: { failed: `Группа ${title} не добавлена` },
  });
  const remove = useEndpointAction(removeVehicleGroup, { refresh, left: { failed: 'Группа не удалена' } });
  return (
    <Modal opened onClose={onClose} title="Группы машин">
      <ReadFailed what="Группы не загрузились." reads={[read]} />
      <ul className={styles.lines}>
        {groups.map((group) => (
          <li key={group.id}>
            <span>
              {group.title} <span className="ink-2">{counted(group.vehicles, VEHICLE_FORMS)}</span>
            </span>
            <IconButton
              label={`Удалить группу: ${group.title}`}
              icon={<IconTrash aria-hidden="true" stroke={1.75} />}
              disabled={remove.isPending}
              disabledReason="Группа удаляется"
              onClick={() => remove.mutate({ params: { id: group.id } })}
            />
          </li>
        ))}
      </ul>
      <FormShell
        form={form}
        submitLabel="Добавить группу"
        action={{ isPending: create.isPending, error: create.error ?? remove.error }}
        disabledReason={title.trim() === '' ? 'Назовите группу' : null}
        onChange={create.reset}
        onSubmit={() => create.mutate({ body: { title } }, { onSuccess: () => form.reset() })}
      >
        <TextField
          label="Новая группа"
          help="Например, колонна или филиал"
          {...form.field('title')}
          maxLength={60}
        />
      </FormShell>
    </Modal>
  );
}

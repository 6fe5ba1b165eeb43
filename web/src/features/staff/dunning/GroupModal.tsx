import { listDunningRules } from '#contract/backoffice/dunning.ts';
import {
  changeClientGroup,
  createClientGroup,
  listClientGroups,
  listOwners,
  type ClientGroupKind,
  type ClientGroupOnWire,
} from '#contract/backoffice/client-groups.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { ClientField, type ChosenClient } from '../../../staff/ClientField.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import styles from './Dunning.module.css';

const TEXTS: Record<ClientGroupKind, { add: string; change: string; label: string }> = {
  dunning: { add: 'Новая группа клиентов', change: 'Изменить группу', label: 'Название группы' },
  owner: { add: 'Новый владелец', change: 'Изменить владельца', label: 'Имя владельца' },
};

type Props = { kind: ClientGroupKind; group: ClientGroupOnWire | null; onClose: () => void };
type Draft = { title: string; found: ChosenClient | null; clients: readonly ChosenClient[] };

/** A named set of clients; a client leaves the earlier set of the same kind. */
export function GroupModal({ kind, group, onClose }: Props) {
  const form = useForm<Draft>({
    values: () => ({
      title: group?.title ?? '',
      found: null,
      clients: (group?.clients ?? []).map(({ id, title }) => ({ id: String(id), title })),
    }),
  });
  const { title, clients } = form.values;
  const refresh = [listClientGroups, listDunningRules, listOwners];
  const create = useStaffAction(createClientGroup, { name: 'Группа клиентов', refresh });
  const change = useStaffAction(changeClientGroup, { name: 'Группа клиентов', refresh });
  const texts = TEXTS[kind];
  const body = { title, clients: clients.map(({ id }) => Number(id)) };
  const chosen = form.field('clients');
  return (
    <FormModal
      form={form}
      title={group ? texts.change : texts.add}
      submitLabel="Сохранить"
      action={group ? change : create}
      disabledReason={
        title.trim() === '' ? 'Укажите название' : clients.length === 0 ? 'Добавьте клиентов' : null
      }
      onSubmit={() =>
        group
          ? change.mutate({ params: { id: group.id }, body }, { onSuccess: onClose })
          : create.mutate({ body: { kind, ...body } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <TextField label={texts.label} autoComplete="off" maxLength={120} {...form.field('title')} />
      <ClientField
        // A chosen client goes into the list below, and the field starts again.
        key={clients.length}
        autoFocus={clients.length > 0}
        {...form.field('found')}
        onChange={(client) => {
          if (client && !clients.some(({ id }) => id === client.id))
            form.set({ clients: [...clients, client], found: null });
        }}
      />
      {chosen.error && <Notice tone="error">{chosen.error}</Notice>}
      <ul className={styles.chosen} aria-label="Клиенты группы">
        {clients.map((client) => (
          <li key={client.id}>
            <span>{client.title}</span>
            <Button
              type="button"
              size="small"
              variant="quiet"
              aria-label={`Убрать: ${client.title}`}
              onClick={() => chosen.onChange(clients.filter(({ id }) => id !== client.id))}
            >
              Убрать
            </Button>
          </li>
        ))}
      </ul>
    </FormModal>
  );
}

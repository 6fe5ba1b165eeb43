import {
  type Duties,
  MAX_DUTY_MINUTES,
  readExceptionDuty,
  setExceptionDuty,
} from '#contract/fleet/exception-duty.ts';
import { EXCEPTION_DUE_MINUTES } from '#contract/fleet/exceptions.ts';
import { listRuleGroups } from '#contract/fleet/rules.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useRead } from '../../../state/use-call.ts';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';

const WIRE = { first: 'first_id', second: 'second_id', minutes: 'due_minutes' };
const UNASSIGNED_OPTION = { value: '', label: 'Никто' };

/** Names who answers, for all cards or for a group of trucks. */
export function DutyModal({ known, onClose }: { known: Duties; onClose: () => void }) {
  const read = useRead(listRuleGroups);
  const groups = read.data?.data ?? [];
  const form = useForm({ values: () => toInput(known, ''), wire: WIRE });
  const { groupId, ...input } = form.values;
  const action = useEndpointAction(setExceptionDuty, {
    refresh: [readExceptionDuty],
    left: { failed: 'Не записано, кто отвечает на просьбы' },
  });
  const people = known.people.map(({ id, name }) => ({ value: String(id), label: name }));
  const minutes = Number(input.minutes);
  const isTime = Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_DUTY_MINUTES;
  const body = {
    ...(groupId !== '' && { group_id: Number(groupId) }),
    ...(input.first !== '' && { first_id: Number(input.first) }),
    ...(input.first !== '' && input.second !== '' && { second_id: Number(input.second) }),
    due_minutes: minutes,
  };
  return (
    <FormModal
      form={form}
      submitLabel="Сохранить"
      action={action}
      disabledReason={isTime ? null : 'Укажите срок ответа: от 1 минуты до суток'}
      onChange={action.reset}
      onSubmit={() => action.mutate({ body }, { onSuccess: onClose })}
      title="Кто отвечает на просьбы"
      onClose={onClose}
    >
      <ReadFailed what="Группы машин не загрузились." reads={[read]} />
      {groups.length > 0 && (
        <Select
          label="Чьи карты"
          options={[
            { value: '', label: 'Все карты' },
            ...groups.map(({ id, title }) => ({ value: String(id), label: `Группа «${title}»` })),
          ]}
          value={groupId}
          onChange={(chosen) => form.set(toInput(known, chosen))}
        />
      )}
      <Select
        label="Дежурный"
        help="Он узнаёт о просьбе первым."
        options={[UNASSIGNED_OPTION, ...people]}
        {...form.field('first')}
      />
      <Select
        label="Второй в очереди"
        optional
        options={[UNASSIGNED_OPTION, ...people.filter(({ value }) => value !== input.first)]}
        {...form.field('second')}
      />
      <TextField
        label="Минут на ответ"
        inputMode="numeric"
        help="Если ответа нет, просьба переходит ко второму, затем к администраторам."
        {...form.field('minutes')}
        onChange={(text) => form.set({ minutes: text.replaceAll(/\D/g, '').slice(0, 4) })}
      />
    </FormModal>
  );
}

function toInput({ duties }: Duties, groupId: string) {
  const own = duties.find(({ group }) => String(group?.id ?? '') === groupId);
  return {
    groupId,
    first: String(own?.first.id ?? ''),
    second: String(own?.second?.id ?? ''),
    minutes: String(own?.due_minutes ?? EXCEPTION_DUE_MINUTES),
  };
}

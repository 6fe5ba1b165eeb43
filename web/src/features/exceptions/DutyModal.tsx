import { useState } from 'react';
import { MAX_DUTY_MINUTES, readExceptionDuty, setExceptionDuty } from '#contract/exception-duty.ts';
import { EXCEPTION_DUE_MINUTES } from '#contract/exceptions.ts';
import { listRuleGroups } from '#contract/rules.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { useRead } from '../../state/use-call.ts';
import { Modal } from '../../ui/Modal.tsx';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Duties } from './DutyPanel.tsx';

const NO_ONE_OPTION = { value: '', label: 'Никто' };

/** Names who answers, for all cards or for a group of trucks. */
export function DutyModal({ known, onClose }: { known: Duties; onClose: () => void }) {
  const read = useRead(listRuleGroups);
  const groups = read.data?.data ?? [];
  const [groupId, setGroupId] = useState('');
  const [input, setInput] = useState(() => toInput(known, ''));
  const action = useEndpointAction(setExceptionDuty, {
    refresh: [readExceptionDuty],
    left: { failed: 'Не записано, кто отвечает на просьбы' },
  });
  const fields = action.error?.fields ?? {};
  const people = known.people.map(({ id, name }) => ({ value: String(id), label: name }));
  const say = (part: Partial<typeof input>) => {
    setInput({ ...input, ...part });
    action.reset();
  };
  const minutes = Number(input.minutes);
  const isTime = Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_DUTY_MINUTES;
  const body = {
    ...(groupId !== '' && { group_id: Number(groupId) }),
    ...(input.first !== '' && { first_id: Number(input.first) }),
    ...(input.first !== '' && input.second !== '' && { second_id: Number(input.second) }),
    due_minutes: minutes,
  };
  return (
    <Modal opened onClose={onClose} title="Кто отвечает на просьбы" busy={action.isPending}>
      <FormShell
        submitLabel="Сохранить"
        loading={action.isPending}
        error={action.error}
        ownFields={['first_id', 'second_id', 'due_minutes']}
        disabledReason={isTime ? null : 'Укажите срок ответа: от 1 минуты до суток'}
        onSubmit={() => action.mutate({ body }, { onSuccess: onClose })}
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
            onChange={(chosen) => {
              setGroupId(chosen);
              setInput(toInput(known, chosen));
              action.reset();
            }}
          />
        )}
        <Select
          label="Дежурный"
          help="Он узнаёт о просьбе первым."
          options={[NO_ONE_OPTION, ...people]}
          value={input.first}
          error={fields.first_id?.[0] ?? null}
          onChange={(first) => say({ first })}
        />
        <Select
          label="Второй в очереди"
          optional
          options={[NO_ONE_OPTION, ...people.filter(({ value }) => value !== input.first)]}
          value={input.second}
          error={fields.second_id?.[0] ?? null}
          onChange={(second) => say({ second })}
        />
        <TextField
          label="Минут на ответ"
          inputMode="numeric"
          help="Если ответа нет, просьба переходит ко второму, затем к админам."
          value={input.minutes}
          error={fields.due_minutes?.[0] ?? null}
          onChange={(text) => say({ minutes: text.replaceAll(/\D/g, '').slice(0, 4) })}
        />
      </FormShell>
    </Modal>
  );
}

function toInput({ duties }: Duties, groupId: string) {
  const own = duties.find(({ group }) => String(group?.id ?? '') === groupId);
  return {
    first: String(own?.first.id ?? ''),
    second: String(own?.second?.id ?? ''),
    minutes: String(own?.due_minutes ?? EXCEPTION_DUE_MINUTES),
  };
}

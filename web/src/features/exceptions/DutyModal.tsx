import { useState } from 'react';
import { DUTY_MINUTES_MOST, readExceptionDuty, setExceptionDuty } from '#contract/exception-duty.ts';
import { EXCEPTION_DUE_MINUTES } from '#contract/exceptions.ts';
import { listRuleGroups } from '#contract/rules.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { useRead } from '../../state/use-call.ts';
import { Modal } from '../../ui/Modal.tsx';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Duties } from './DutyPanel.tsx';

const NOBODY = { value: '', label: 'Никто' };

/** Names who answers, for all cards or for a group of trucks. */
export function DutyModal({ known, onClose }: { known: Duties; onClose: () => void }) {
  const read = useRead(listRuleGroups);
  const groups = read.data?.data ?? [];
  const [groupId, setGroupId] = useState('');
  const [said, setSaid] = useState(() => saidOf(known, ''));
  const deed = useDeed(setExceptionDuty, {
    refresh: [readExceptionDuty],
    left: { failed: 'Не записано, кто отвечает на просьбы' },
  });
  const fields = deed.error?.fields ?? {};
  const people = known.people.map(({ id, name }) => ({ value: String(id), label: name }));
  const say = (part: Partial<typeof said>) => {
    setSaid({ ...said, ...part });
    deed.reset();
  };
  const minutes = Number(said.minutes);
  const isTime = Number.isInteger(minutes) && minutes >= 1 && minutes <= DUTY_MINUTES_MOST;
  const body = {
    ...(groupId !== '' && { group_id: Number(groupId) }),
    ...(said.first !== '' && { first_id: Number(said.first) }),
    ...(said.first !== '' && said.second !== '' && { second_id: Number(said.second) }),
    due_minutes: minutes,
  };
  return (
    <Modal opened onClose={onClose} title="Кто отвечает на просьбы" busy={deed.isPending}>
      <FormShell
        submitLabel="Сохранить"
        loading={deed.isPending}
        error={deed.error}
        ownFields={['first_id', 'second_id', 'due_minutes']}
        disabledReason={isTime ? null : 'Укажите срок ответа: от 1 минуты до суток'}
        onSubmit={() => deed.mutate({ body }, { onSuccess: onClose })}
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
              setSaid(saidOf(known, chosen));
              deed.reset();
            }}
          />
        )}
        <Select
          label="Дежурный"
          help="Он узнаёт о просьбе первым."
          options={[NOBODY, ...people]}
          value={said.first}
          error={fields.first_id?.[0] ?? null}
          onChange={(first) => say({ first })}
        />
        <Select
          label="Второй в очереди"
          optional
          options={[NOBODY, ...people.filter(({ value }) => value !== said.first)]}
          value={said.second}
          error={fields.second_id?.[0] ?? null}
          onChange={(second) => say({ second })}
        />
        <TextField
          label="Минут на ответ"
          inputMode="numeric"
          help="Если ответа нет, просьба переходит ко второму, затем к админам."
          value={said.minutes}
          error={fields.due_minutes?.[0] ?? null}
          onChange={(text) => say({ minutes: text.replaceAll(/\D/g, '').slice(0, 4) })}
        />
      </FormShell>
    </Modal>
  );
}

function saidOf({ duties }: Duties, groupId: string) {
  const own = duties.find(({ group }) => String(group?.id ?? '') === groupId);
  return {
    first: String(own?.first.id ?? ''),
    second: String(own?.second?.id ?? ''),
    minutes: String(own?.due_minutes ?? EXCEPTION_DUE_MINUTES),
  };
}

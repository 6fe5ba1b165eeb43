import { useState } from 'react';
import { putHolidayNotice } from '#contract/staff-programme.ts';
import { readOperator } from '#contract/system.ts';
import { DayField } from '../../forms/DayField.tsx';
import { FormShell } from '../../forms/FormShell.tsx';
import { dayProblem } from '../../forms/type-day.ts';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { useOperator } from '../../state/use-operator.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';

/** Edits the announcement that all users see once per visit of the cabinet, within its days. */
export function HolidayPanel({ problem }: { problem: string | null }) {
  const notice = useOperator().holidayNotice;
  const [changing, setChanging] = useState(false);
  return (
    <Panel
      title="Праздничное объявление"
      action={
        <Button
          size="small"
          aria-label="Изменить праздничное объявление"
          onClick={() => setChanging(true)}
          disabled={problem !== null}
          disabledReason={problem ?? ''}
        >
          Изменить
        </Button>
      }
    >
      {notice ? (
        <Stack gap="1">
          <p>
            <DateText value={notice.from} /> по <DateText value={notice.to} />: «{notice.title}»
          </p>
          <p>{notice.text}</p>
        </Stack>
      ) : (
        <p>Объявления нет. Клиент видит его один раз за визит, когда открывает кабинет.</p>
      )}
      {changing && <HolidayModal notice={notice} onClose={() => setChanging(false)} />}
    </Panel>
  );
}

type Props = { notice: ReturnType<typeof useOperator>['holidayNotice']; onClose: () => void };

function HolidayModal({ notice, onClose }: Props) {
  const [title, setTitle] = useState(notice?.title ?? '');
  const [text, setText] = useState(notice?.text ?? '');
  const [from, setFrom] = useState(notice?.from ?? '');
  const [to, setTo] = useState(notice?.to ?? '');
  const action = useStaffAction(putHolidayNotice, {
    name: 'Праздничное объявление',
    refresh: [readOperator],
  });
  const getError = (field: string) => action.error?.fields[field]?.join(' ') ?? null;
  return (
    <Modal opened onClose={onClose} title="Праздничное объявление" busy={action.isPending}>
      <FormShell
        submitLabel={from || to ? 'Сохранить объявление' : 'Снять объявление'}
        loading={action.isPending}
        error={action.error}
        ownFields={['title', 'text', 'from', 'to']}
        disabledReason={
          (!title.trim() && 'Укажите заголовок') ||
          (!text.trim() && 'Напишите текст') ||
          (from && dayProblem(from)) ||
          (to && dayProblem(to)) ||
          null
        }
        onSubmit={() => action.mutate({ body: { title, text, from, to } }, { onSuccess: onClose })}
      >
        <p>Клиенты увидят его в кабинете с первого дня по последний. Без дней объявления не будет.</p>
        <TextField
          label="Заголовок"
          value={title}
          onChange={setTitle}
          maxLength={200}
          error={getError('title')}
        />
        <TextArea label="Текст" value={text} onChange={setText} maxLength={2000} error={getError('text')} />
        <DayField label="Первый день" value={from} onChange={setFrom} error={getError('from')} />
        <DayField label="Последний день" value={to} onChange={setTo} error={getError('to')} />
      </FormShell>
    </Modal>
  );
}

import { putHolidayNotice } from '#contract/staff-programme.ts';
import { readOperator } from '#contract/system.ts';
import { DayField } from '../../forms/DayField.tsx';
import { FormModal } from '../../forms/FormModal.tsx';
import { useForm } from '../../forms/use-form.ts';
import { dayProblem } from '../../forms/type-day.ts';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { useOperator } from '../../state/use-operator.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useDialogs } from '../../ui/use-dialogs.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';

/** Edits the announcement that all users see once per visit of the cabinet, within its days. */
export function HolidayPanel({ problem }: { problem: string | null }) {
  const notice = useOperator().holidayNotice;
  const { show, dialog } = useDialogs();
  return (
    <Panel
      title="Праздничное объявление"
      action={
        <Button
          size="small"
          aria-label="Изменить праздничное объявление"
          onClick={() => show((onClose) => <HolidayModal notice={notice} onClose={onClose} />)}
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
      {dialog}
    </Panel>
  );
}

type Props = { notice: ReturnType<typeof useOperator>['holidayNotice']; onClose: () => void };

function HolidayModal({ notice, onClose }: Props) {
  const form = useForm({
    values: {
      title: notice?.title ?? '',
      text: notice?.text ?? '',
      from: notice?.from ?? '',
      to: notice?.to ?? '',
    },
  });
  const { title, text, from, to } = form.values;
  const action = useStaffAction(putHolidayNotice, {
    name: 'Праздничное объявление',
    refresh: [readOperator],
  });
  return (
    <FormModal
      form={form}
      submitLabel={from || to ? 'Сохранить объявление' : 'Снять объявление'}
      action={action}
      disabledReason={
        (!title.trim() && 'Укажите заголовок') ||
        (!text.trim() && 'Напишите текст') ||
        (from && dayProblem(from)) ||
        (to && dayProblem(to)) ||
        null
      }
      onSubmit={() => action.mutate({ body: { title, text, from, to } }, { onSuccess: onClose })}
      title="Праздничное объявление"
      onClose={onClose}
    >
      <p>Клиенты увидят его в кабинете с первого дня по последний. Без дней объявления не будет.</p>
      <TextField label="Заголовок" {...form.field('title')} maxLength={200} />
      <TextArea label="Текст" {...form.field('text')} maxLength={2000} />
      <DayField label="Первый день" {...form.field('from')} />
      <DayField label="Последний день" {...form.field('to')} />
    </FormModal>
  );
}

import {
  changeMailing,
  createMailing,
  LAST_DAY_OF_MONTH,
  listMailings,
  MAILED_REPORT_TITLE,
  MAX_MAILING_ADDRESSES,
  type MailingFormat,
  type MailingRhythm,
} from '#contract/insights/mailings.ts';
import { listViews } from '#contract/companies/views.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useRead } from '../../../state/use-call.ts';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import {
  isSame,
  PERIOD_HINTS,
  subjectChoices,
  WEEKDAYS,
  type Mailing,
  type MailingSubject,
} from './mailing-choices.ts';

type Props = {
  /** The mailing to edit. Null means a new one. */
  mailing: Mailing | null;
  /** Initial subject of a new mailing. */
  subject: MailingSubject | null;
  email: string;
  onClose: () => void;
};

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }));
const DAYS = {
  week: WEEKDAYS.map((label, at) => ({ value: String(at + 1), label })),
  month: Array.from({ length: LAST_DAY_OF_MONTH }, (_, at) => ({
    value: String(at + 1),
    label: `${at + 1}-е число`,
  })),
};

/** Edits what is sent, when, in what format and to whom. */
export function MailingForm({ mailing, subject: given, email, onClose }: Props) {
  const form = useForm({ values: () => toValues(mailing, given, email) });
  const { subject, title, rhythm, day, addresses } = form.values;
  const views = useRead(listViews);
  const choices = subjectChoices(mailing ?? given, views.data?.data ?? []);
  const chosen = choices.findIndex((choice) => isSame(choice, subject));
  const left = { failed: `Рассылка не сохранена: ${title}` };
  const create = useEndpointAction(createMailing, { refresh: [listMailings], left });
  const change = useEndpointAction(changeMailing, { refresh: [listMailings], left });
  const action = mailing ? change : create;

  function choose(at: number) {
    const next = choices[at];
    if (!next) return;
    form.set({
      subject: { report: next.report, query: next.query },
      ...(title === MAILED_REPORT_TITLE[subject.report] && { title: MAILED_REPORT_TITLE[next.report] }),
    });
  }

  function submit() {
    const body = {
      report: subject.report,
      query: subject.query,
      title,
      rhythm,
      hour: form.values.hour,
      format: form.values.format,
      day: rhythm === 'day' ? null : day,
      addresses: addresses.split(/[\s,;]+/).filter(Boolean),
    };
    if (mailing) change.mutate({ params: { id: mailing.id }, body }, { onSuccess: onClose });
    else create.mutate({ body }, { onSuccess: onClose });
  }

  return (
    <FormModal
      form={form}
      submitLabel={mailing ? 'Сохранить' : 'Присылать'}
      action={action}
      disabledReason={
        title.trim() === '' ? 'Назовите рассылку' : addresses.trim() === '' ? 'Укажите адрес' : null
      }
      onSubmit={submit}
      title={mailing ? 'Изменить рассылку' : 'Присылать отчёт на почту'}
      onClose={onClose}
    >
      <Select
        label="Что присылать"
        value={String(chosen)}
        onChange={(at) => choose(Number(at))}
        options={choices.map(({ label }, at) => ({ value: String(at), label }))}
      />
      <TextField
        label="Название"
        help="Станет темой письма и именем файла"
        {...form.field('title')}
        maxLength={60}
      />
      <Stack gap="1">
        <Segmented
          label="Как часто"
          value={rhythm}
          onChange={(next) => form.set({ rhythm: next, day: 1 })}
          options={[
            { value: 'day', label: 'По дням' },
            { value: 'week', label: 'По неделям' },
            { value: 'month', label: 'По месяцам' },
          ]}
        />
        <p className="ink-2">
          {subject.report === 'cards' || subject.report === 'drivers'
            ? 'Придёт список, как он есть в этот день'
            : PERIOD_HINTS[rhythm]}
        </p>
      </Stack>
      <Row gap="2">
        {rhythm !== 'day' && (
          <Select
            label="День"
            value={String(day)}
            onChange={(value) => form.set({ day: Number(value) })}
            options={DAYS[rhythm]}
          />
        )}
        <Select
          label="Время, МСК"
          value={String(form.values.hour)}
          onChange={(value) => form.set({ hour: Number(value) })}
          options={HOURS}
        />
      </Row>
      <Segmented
        label="Файл"
        {...form.field('format')}
        options={[
          { value: 'xlsx', label: 'XLSX' },
          { value: 'pdf', label: 'PDF' },
        ]}
      />
      <TextArea
        label="Адреса"
        help={`По одному в строке, не больше ${MAX_MAILING_ADDRESSES}. Чужой адрес сначала получит письмо со ссылкой: отчёты придут, когда его подтвердят`}
        {...form.field('addresses')}
        inputMode="email"
        autoComplete="off"
      />
    </FormModal>
  );
}

function toValues(mailing: Mailing | null, given: MailingSubject | null, email: string) {
  const subject: MailingSubject = mailing ?? given ?? { report: 'operations', query: '' };
  return {
    subject,
    title: mailing?.title ?? MAILED_REPORT_TITLE[subject.report],
    rhythm: mailing?.rhythm ?? ('week' as MailingRhythm),
    day: mailing?.day ?? 1,
    hour: mailing?.hour ?? 9,
    format: mailing?.format ?? ('xlsx' as MailingFormat),
    addresses: mailing
      ? mailing.addresses.flatMap((address) => (address.state === 'left' ? [] : [address.email])).join('\n')
      : email,
  };
}

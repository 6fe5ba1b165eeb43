import { useState } from 'react';
import {
  changeMailing,
  createMailing,
  LAST_DAY_OF_MONTH,
  listMailings,
  MAILED_REPORT_TITLE,
  MAX_MAILING_ADDRESSES,
  type MailingFormat,
  type MailingRhythm,
} from '#contract/mailings.ts';
import { listViews } from '#contract/views.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { useRead } from '../../state/use-call.ts';
import { Modal } from '../../ui/Modal.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import {
  isSame,
  PERIOD_HINTS,
  subjectChoices,
  WEEKDAYS,
  type Mailing,
  type MailingSubject,
} from './mailing-choices.ts';

type Props = {
  /** The mailing to edit; null: a new one. */
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
  const [subject, setSubject] = useState<MailingSubject>(
    mailing ?? given ?? { report: 'operations', query: '' },
  );
  const [title, setTitle] = useState(mailing?.title ?? MAILED_REPORT_TITLE[subject.report]);
  const [rhythm, setRhythm] = useState<MailingRhythm>(mailing?.rhythm ?? 'week');
  const [day, setDay] = useState(mailing?.day ?? 1);
  const [hour, setHour] = useState(mailing?.hour ?? 9);
  const [format, setFormat] = useState<MailingFormat>(mailing?.format ?? 'xlsx');
  const [addresses, setAddresses] = useState(
    mailing
      ? mailing.addresses.flatMap((address) => (address.state === 'left' ? [] : [address.email])).join('\n')
      : email,
  );
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
    if (title === MAILED_REPORT_TITLE[subject.report]) setTitle(MAILED_REPORT_TITLE[next.report]);
    setSubject({ report: next.report, query: next.query });
  }

  function submit() {
    const body = {
      report: subject.report,
      query: subject.query,
      title,
      rhythm,
      hour,
      format,
      day: rhythm === 'day' ? null : day,
      addresses: addresses.split(/[\s,;]+/).filter(Boolean),
    };
    if (mailing) change.mutate({ params: { id: mailing.id }, body }, { onSuccess: onClose });
    else create.mutate({ body }, { onSuccess: onClose });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={mailing ? 'Изменить рассылку' : 'Присылать отчёт на почту'}
      busy={action.isPending}
    >
      <FormShell
        submitLabel={mailing ? 'Сохранить' : 'Присылать'}
        action={action}
        ownFields={['title']}
        disabledReason={
          title.trim() === '' ? 'Назовите рассылку' : addresses.trim() === '' ? 'Укажите адрес' : null
        }
        onSubmit={submit}
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
          value={title}
          maxLength={60}
          onChange={setTitle}
          error={action.error?.fields?.title?.[0] ?? null}
        />
        <Stack gap="1">
          <Segmented
            label="Как часто"
            value={rhythm}
            onChange={(next) => {
              setRhythm(next);
              setDay(1);
            }}
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
              onChange={(value) => setDay(Number(value))}
              options={DAYS[rhythm]}
            />
          )}
          <Select
            label="Время, МСК"
            value={String(hour)}
            onChange={(value) => setHour(Number(value))}
            options={HOURS}
          />
        </Row>
        <Segmented
          label="Файл"
          value={format}
          onChange={setFormat}
          options={[
            { value: 'xlsx', label: 'XLSX' },
            { value: 'pdf', label: 'PDF' },
          ]}
        />
        <TextArea
          label="Адреса"
          help={`По одному в строке, не больше ${MAX_MAILING_ADDRESSES}. Чужой адрес сначала получит письмо со ссылкой: отчёты придут, когда его подтвердят`}
          value={addresses}
          onChange={setAddresses}
          inputMode="email"
          autoComplete="off"
        />
      </FormShell>
    </Modal>
  );
}

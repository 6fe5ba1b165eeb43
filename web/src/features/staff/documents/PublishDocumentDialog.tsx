import { useState } from 'react';
import { publishDocument } from '#contract/backoffice/staff.ts';
import { listStaffDocuments, replaceDocument } from '#contract/papers/staff-documents.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { FileField } from '../../../forms/FileField.tsx';
import { FormModal } from '../../../forms/FormModal.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { ClientField, type ChosenClient } from '../../../staff/ClientField.tsx';
import { recentMonths } from '../../../staff/recent-months.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import type { StaffDocument } from './staff-document-columns.tsx';
import { useNetworks } from './use-networks.ts';

type Props = {
  /** Document that the new one corrects, or null if it is published by itself. */
  item: StaffDocument | null;
  onClose: () => void;
};

const MONTHS = 36;
const WIRE = { company: 'company_id', network: 'partner_id', month: 'date' };

/** Publishes a document for a company, or a correction beside the original. */
export function PublishDocumentDialog({ item: original, onClose }: Props) {
  const networks = useNetworks();
  const [months] = useState(() => recentMonths(serverNow(), MONTHS));
  const form = useForm({
    values: {
      company: null as ChosenClient | null,
      network: '',
      month: months[1]?.value ?? '',
      title: original ? `${original.title}, исправленный`.slice(0, 200) : '',
      reason: '',
      sum: '',
      vat: '',
      file: null as File | null,
    },
    wire: WIRE,
  });
  const { company, network, month, title, reason, sum, vat, file } = form.values;
  const refresh = [listStaffDocuments];
  const publish = useStaffAction(publishDocument, { name: 'Публикация документа', refresh });
  const replace = useStaffAction(replaceDocument, { name: 'Исправление документа', refresh });
  const action = original ? replace : publish;

  function send() {
    if (!file) return;
    const input = { title, sum, vat };
    if (original)
      replace.mutate(
        { params: { id: original.id }, body: { ...input, reason }, file },
        { onSuccess: onClose },
      );
    else
      publish.mutate(
        { body: { ...input, company_id: company?.id ?? '', partner_id: network, date: month }, file },
        { onSuccess: onClose },
      );
  }

  const missing = original
    ? !reason.trim() && 'Укажите, что исправлено'
    : (!company && 'Выберите клиента') || (!network && 'Выберите сеть');
  return (
    <FormModal
      form={form}
      action={action}
      title={original ? 'Исправить документ' : 'Опубликовать документ'}
      submitLabel={original ? 'Опубликовать исправление' : 'Опубликовать'}
      disabledReason={
        missing || (!title.trim() && 'Укажите название') || (!file && 'Приложите файл PDF') || null
      }
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        {original
          ? `«${original.title}», ${original.company.title}. Прежний документ останется рядом с исправлением: клиент увидит оба и то, что действует исправленный. Он получит письмо.`
          : 'Документ появится у клиента сразу, и он получит письмо.'}
      </p>
      {original && original.replaces !== null && original.kind === 'upd' && (
        <p>
          Разница, проведённая по прежнему УКД, проведётся обратно. Новую разницу предложите на странице
          клиента: «Исправить баланс…».
        </p>
      )}
      {!original && (
        <>
          <ClientField {...form.field('company')} autoFocus />
          <Select label="Сеть" options={networks} {...form.field('network')} placeholder="Выберите сеть" />
          <Select label="Месяц" options={months} {...form.field('month')} />
        </>
      )}
      <TextField label="Название" {...form.field('title')} maxLength={200} />
      {original && (
        <TextArea label="Что исправлено, это прочитает клиент" {...form.field('reason')} maxLength={500} />
      )}
      <MoneyField label="Сумма с НДС" help="Если документ о сумме" {...form.field('sum')} />
      <MoneyField label="В том числе НДС" {...form.field('vat')} />
      <FileField label="Файл документа (.pdf)" extensions={['pdf']} {...form.field('file')} />
    </FormModal>
  );
}

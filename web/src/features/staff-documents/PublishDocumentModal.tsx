import { useState } from 'react';
import { publishDocument } from '#contract/staff.ts';
import { listStaffDocuments, replaceDocument } from '#contract/staff-documents.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { FileField } from '../../forms/FileField.tsx';
import { FormShell } from '../../forms/FormShell.tsx';
import { MoneyField } from '../../forms/MoneyField.tsx';
import { ClientField } from '../../staff/ClientField.tsx';
import { recentMonths } from '../../staff/recent-months.ts';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { Modal } from '../../ui/Modal.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import type { StaffDocument } from './staff-document-columns.tsx';
import { useNetworks } from './use-networks.ts';

type Props = {
  /** Document that the new one corrects, or null if it is published by itself. */
  original: StaffDocument | null;
  onClose: () => void;
};

const MONTHS = 36;
const OWN = ['file', 'company_id', 'partner_id', 'date', 'title', 'sum', 'vat'] as const;

/** Publishes a document for a company, or a correction beside the original. */
export function PublishDocumentModal({ original, onClose }: Props) {
  const networks = useNetworks();
  const [months] = useState(() => recentMonths(serverNow(), MONTHS));
  const [company, setCompany] = useState('');
  const [network, setNetwork] = useState('');
  const [month, setMonth] = useState(months[1]?.value ?? '');
  const [title, setTitle] = useState(original ? `${original.title}, исправленный`.slice(0, 200) : '');
  const [reason, setReason] = useState('');
  const [sum, setSum] = useState('');
  const [vat, setVat] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const refresh = [listStaffDocuments];
  const publish = useStaffAction(publishDocument, { name: 'Публикация документа', refresh });
  const replace = useStaffAction(replaceDocument, { name: 'Исправление документа', refresh });
  const action = original ? replace : publish;
  const getError = (field: (typeof OWN)[number]) => action.error?.fields[field]?.join(' ') ?? null;

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
        { body: { ...input, company_id: company, partner_id: network, date: month }, file },
        { onSuccess: onClose },
      );
  }

  const missing = original
    ? !reason.trim() && 'Укажите, что исправлено'
    : (!company && 'Выберите компанию') || (!network && 'Выберите сеть');
  return (
    <Modal
      opened
      onClose={onClose}
      title={original ? 'Исправить документ' : 'Опубликовать документ'}
      busy={action.isPending}
    >
      <FormShell
        submitLabel={original ? 'Опубликовать исправление' : 'Опубликовать'}
        loading={action.isPending}
        error={action.error}
        ownFields={OWN}
        disabledReason={
          missing || (!title.trim() && 'Укажите название') || (!file && 'Приложите файл PDF') || null
        }
        onSubmit={send}
      >
        <p>
          {original
            ? `«${original.title}», ${original.company.title}. Прежний документ останется рядом с исправлением: клиент увидит оба и то, что действует исправленный. Он получит письмо.`
            : 'Документ появится у клиента сразу, и он получит письмо.'}
        </p>
        {!original && (
          <>
            <ClientField value={company} onChange={setCompany} error={getError('company_id')} />
            <Select
              label="Сеть"
              options={networks}
              value={network}
              onChange={setNetwork}
              placeholder="Выберите сеть"
              error={getError('partner_id')}
            />
            <Select
              label="Месяц"
              options={months}
              value={month}
              onChange={setMonth}
              error={getError('date')}
            />
          </>
        )}
        <TextField
          label="Название"
          value={title}
          onChange={setTitle}
          maxLength={200}
          error={getError('title')}
        />
        {original && (
          <TextArea
            label="Что исправлено, это прочитает клиент"
            value={reason}
            onChange={setReason}
            maxLength={500}
          />
        )}
        <MoneyField
          label="Сумма с НДС"
          help="Если документ о сумме"
          value={sum}
          onChange={setSum}
          error={getError('sum')}
        />
        <MoneyField label="В том числе НДС" value={vat} onChange={setVat} error={getError('vat')} />
        <FileField
          label="Файл документа (.pdf)"
          extensions={['pdf']}
          file={file}
          onChange={setFile}
          error={getError('file')}
        />
      </FormShell>
    </Modal>
  );
}

import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  listNetworkInvoices,
  loadNetworkInvoice,
  previewNetworkInvoice,
} from '#contract/fuel/network-invoices.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { FileField } from '../../../forms/FileField.tsx';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { moscowDay } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { paths } from '../../../paths.ts';
import { useMay } from '../../../staff/use-may.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { LIST_FORMATS } from '../../../tables/export-rows.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { ReportFound } from './ReportFound.tsx';
import styles from './NetworkInvoice.module.css';
import { saveReportTemplate } from './report-template.ts';

/** Opens the dialogue that loads an invoice of a network. Only those who may load one have it. */
export function LoadInvoiceButton() {
  const [opened, setOpened] = useState(false);
  if (!useMay('staff.handleMoney')) return null;
  return (
    <>
      <Button icon={<IconFileUpload aria-hidden="true" stroke={1.75} />} onClick={() => setOpened(true)}>
        Загрузить счёт
      </Button>
      {opened && <LoadInvoiceModal onClose={() => setOpened(false)} />}
    </>
  );
}

const WIRE = { network: 'partner_id' };

/** An invoice with its report: first what is read in the file, then the invoice. */
function LoadInvoiceModal({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const read = useRead(listNetworkInvoices, { query: {} });
  const networks = read.data?.meta.networks ?? [];
  const form = useForm({
    values: () => ({
      network: '',
      ...previousMonth(),
      number: '',
      date: moscowDay(serverNow()),
      sum: '',
      vat: '',
      file: null as File | null,
    }),
    wire: WIRE,
  });
  const { network, from, to, number, date, sum, vat, file } = form.values;
  const preview = useEndpointAction(previewNetworkInvoice);
  const load = useStaffAction(loadNetworkInvoice, {
    name: 'Загрузка счёта сети',
    refresh: [listNetworkInvoices],
  });
  const found = preview.data?.data;
  const period = { partner_id: network, from, to };

  function send() {
    if (!file) return;
    if (!found) return preview.mutate({ body: period, file });
    load.mutate(
      { body: { ...period, number, date, sum, vat }, file },
      {
        onSuccess: ({ data }) => {
          onClose();
          void navigate(paths.staffNetworkInvoice(data.id));
        },
      },
    );
  }

  return (
    <FormModal
      form={form}
      action={{ isPending: preview.isPending || load.isPending, error: load.error ?? preview.error }}
      title="Счёт сети"
      size="wide"
      submitLabel={found ? 'Загрузить счёт' : 'Проверить файл'}
      disabledReason={
        (!network && 'Выберите сеть') ||
        (!number.trim() && 'Укажите номер счёта') ||
        (!sum.trim() && 'Укажите сумму счёта') ||
        (!vat.trim() && 'Укажите НДС, 0 если его нет') ||
        (!file && 'Приложите отчёт сети') ||
        null
      }
      onChange={() => {
        preview.reset();
        load.reset();
      }}
      onSubmit={send}
      onClose={onClose}
      secondary={
        <Button variant="quiet" onClick={saveReportTemplate}>
          Скачать образец
        </Button>
      }
    >
      <ReadFailed what="Сети не загрузились." reads={[read]} />
      <Select
        label="Сеть"
        placeholder="Выберите сеть"
        {...form.field('network')}
        options={networks.map(({ partner_id: id, title }) => ({ value: String(id), label: title }))}
      />
      <div className={styles.pair}>
        <DayField label="Период с" {...form.field('from')} />
        <DayField label="по" {...form.field('to')} />
      </div>
      <div className={styles.pair}>
        <TextField label="Номер счёта" maxLength={60} {...form.field('number')} />
        <DayField label="Дата счёта" {...form.field('date')} />
      </div>
      <div className={styles.pair}>
        <TextField label="Сумма с НДС" inputMode="decimal" suffix="₽" maxLength={20} {...form.field('sum')} />
        <TextField
          label="В том числе НДС"
          inputMode="decimal"
          suffix="₽"
          maxLength={20}
          {...form.field('vat')}
        />
      </div>
      <FileField label="Отчёт сети (.xlsx, .csv)" extensions={LIST_FORMATS} {...form.field('file')} />
      {found && <ReportFound found={found} invoiceSum={sum} />}
    </FormModal>
  );
}

/** Networks bill a month after its end. */
function previousMonth(): { from: string; to: string } {
  const [year = 0, month = 0] = moscowDay(serverNow()).split('-').map(Number);
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, month - 2, 1)), to: day(Date.UTC(year, month - 1, 0)) };
}

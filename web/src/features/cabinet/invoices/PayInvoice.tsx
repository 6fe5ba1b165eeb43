import { IconCopy, IconShare, IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { readInvoicePayment } from '#contract/money/money.ts';
import { useRead } from '../../../state/use-call.ts';
import { formatMoney } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import { InvoiceXmlButton } from './InvoiceXmlButton.tsx';
import styles from './PayInvoice.module.css';
import { downloadPaymentOrder } from '#contract/papers/exchange.ts';
import { saveFile } from '../../../server/download.ts';
import { useAction } from '../../../state/use-action.ts';
import { showToast } from '../../../ui/layers/Toast.tsx';

type Payment = EndpointData<typeof readInvoicePayment>;

/** Shows how to pay an invoice at once: the QR code for the app of a bank, and every requisite to be copied. */
export function PayInvoice({ id, number }: { id: number; number: string }) {
  const read = useRead(readInvoicePayment, { params: { id } });
  if (!read.data) {
    return read.error ? (
      <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
    ) : (
      <TextSkeleton count={7} label="Загружаются реквизиты" />
    );
  }
  const payment = read.data.data;
  return (
    <section className={styles.pay} aria-label="Чем оплатить">
      <QrCode
        qr={payment.qr}
        label={`QR-код для оплаты счёта № ${number} на ${formatMoney(payment.sum)}`}
        caption="Наведите камеру в приложении банка"
      />
      <Requisites payment={payment} id={id} number={number} />
    </section>
  );
}

function Requisites({ payment, id, number }: { payment: Payment; id: number; number: string }) {
  const lines = makeLines(payment);
  const all = lines.map(({ title, text }) => `${title}: ${text}`).join('\n');
  const [message, setMessage] = useState('');

  async function copy(text: string, what: string) {
    try {
      await navigator.clipboard.writeText(text);
      setMessage(`Скопировано: ${what}`);
    } catch {
      // A page without HTTPS has no clipboard; the text can still be selected by hand.
      setMessage('Браузер не дал скопировать. Выделите текст и скопируйте его сами');
    }
  }

  return (
    <div className={styles.requisites}>
      <dl className={styles.lines}>
        {lines.map(({ title, text, copied = text }) => (
          <div key={title} className={styles.line}>
            <dt className={styles.quiet}>{title}</dt>
            <dd className={styles.text}>{text}</dd>
            <dd>
              <IconButton
                label={`Скопировать: ${title}`}
                icon={<IconCopy aria-hidden="true" stroke={1.75} />}
                onClick={() => void copy(copied, title)}
              />
            </dd>
          </div>
        ))}
      </dl>
      <Row>
        <Button
          size="small"
          icon={<IconCopy aria-hidden="true" stroke={1.75} />}
          onClick={() => void copy(all, 'все реквизиты')}
        >
          Скопировать всё
        </Button>
        <PaymentOrderButton id={id} />
        <InvoiceXmlButton id={id} />
        {typeof navigator.share === 'function' && (
          <Button
            size="small"
            icon={<IconShare aria-hidden="true" stroke={1.75} />}
            // Closing the device's own sheet cancels the sharing, which is no failure.
            onClick={() => void navigator.share({ title: `Счёт № ${number}`, text: all }).catch(() => {})}
          >
            Поделиться
          </Button>
        )}
      </Row>
      <p role="status" className={styles.told}>
        {message}
      </p>
    </div>
  );
}

interface RequisiteLine {
  title: string;
  text: string;
  /** Text to copy where a bank's form requires another format. */
  copied?: string;
}

/** Returns the lines in the order of a payment order. */
function makeLines({ payee, sum, purpose }: Payment): RequisiteLine[] {
  return [
    { title: 'Получатель', text: payee.name },
    { title: 'ИНН', text: payee.inn },
    ...(payee.kpp === null ? [] : [{ title: 'КПП', text: payee.kpp }]),
    { title: 'Счёт', text: payee.account },
    { title: 'Банк', text: payee.bank },
    { title: 'БИК', text: payee.bik },
    { title: 'Корр. счёт', text: payee.corr_account },
    { title: 'Сумма', text: formatMoney(sum), copied: sum.toFixed(2).replace('.', ',') },
    { title: 'Назначение', text: purpose },
  ];
}

/** The payment order of an invoice as a file: the accountant loads it into the bank's program or 1C and types nothing. */
function PaymentOrderButton({ id }: { id: number }) {
  const save = useAction({
    mutationFn: () => saveFile(downloadPaymentOrder, { params: { id } }),
    onError: ({ message }: Error) => showToast({ tone: 'stop', title: 'Платёжка не скачана', message }),
  });
  return (
    <Button
      size="small"
      icon={<IconFileExport aria-hidden="true" stroke={1.75} />}
      pending={save.isPending}
      onClick={() => save.mutate()}
    >
      Скачать платёжку для банка / 1С
    </Button>
  );
}

import type { EndpointData } from '#contract/endpoint.ts';
import { readFastPayment, orderFastPayment } from '#contract/money/fast-payments.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import styles from './IssuedInvoice.module.css';

type Order = NonNullable<EndpointData<typeof readFastPayment>['order']>;
type PayFastProps = {
  id: number;
  number: string;
  /** Something of the invoice is still to be paid. */
  isOpen: boolean;
};

/** Polling interval where nothing is announced: a user waits for it with the phone in hand. */
const REFRESH_MS = 3000;

/** Payment of an invoice by СБП: a link to the payer's bank, and the live status of the payment. */
export function PayFast({ id, number, isOpen }: PayFastProps) {
  const read = useRead(
    readFastPayment,
    { params: { id } },
    { refetchMs: (last) => (last?.data.order?.state === 'waiting' ? REFRESH_MS : false) },
  );
  const action = useEndpointAction(orderFastPayment, {
    refresh: [readFastPayment],
    refreshAfter: () => true,
  });
  const { available = false, order = null } = read.data?.data ?? {};
  // The invoice itself shows what staff have found out about a payment.
  if (!available || (!isOpen && !order?.credited)) return null;
  return (
    <section className={styles.pay} aria-label="Оплата по СБП">
      {order && <Outcome order={order} isOpen={isOpen} />}
      {isOpen && order?.state === 'waiting' && <Link order={order} number={number} />}
      {isOpen && order?.state !== 'waiting' && !isBeingChecked(order) && (
        <>
          {action.error && <Notice tone="error">{action.error.message}</Notice>}
          <Button
            variant="primary"
            className={styles.button}
            pending={action.isPending}
            onClick={() => action.mutate({ params: { id }, body: {} })}
          >
            {order === null || order.state === 'asked' ? 'Оплатить по СБП' : 'Оплатить по СБП ещё раз'}
          </Button>
          <p className={styles.quiet}>
            Со счёта компании в её банке. Деньги на счёте через несколько секунд.
          </p>
        </>
      )}
    </section>
  );
}

function Link({ order: { link, qr, sum, expires_at }, number }: { order: Order; number: string }) {
  if (link === null || qr === null) return null;
  return (
    <div className={styles.waiting}>
      <QrCode
        qr={qr}
        label={`QR-код СБП для оплаты счёта № ${number} на ${formatMoney(sum)}`}
        caption="QR-код СБП: деньги сразу на счёте"
        className={styles.code}
      />
      <div className={styles.words}>
        <a
          className={buttonClass({ variant: 'primary' })}
          href={link}
          target="_blank"
          rel="noopener noreferrer"
        >
          Открыть банк и оплатить
        </a>
        <p className={styles.quiet}>
          {formatMoney(sum)} со счёта компании. Банк откроется в новой вкладке, ссылка действует до{' '}
          <DateText value={expires_at} style="datetime" />.
        </p>
      </div>
    </div>
  );
}

function Outcome({ order: { state, sum, credited, receipt }, isOpen }: { order: Order; isOpen: boolean }) {
  if (state === 'waiting')
    return <Notice>Ждём оплату: страница обновится сама, как только банк её примет.</Notice>;
  if (state === 'paid' && credited)
    return (
      <Notice tone="go" title="Оплачено, зачислено на счёт">
        {formatMoney(sum)} по СБП. {receipt && <Receipt receipt={receipt} />}
      </Notice>
    );
  if (state === 'paid')
    return (
      <Notice tone="warn" title="Оплата пришла, её проверяет сотрудник программы">
        Платить ещё раз не нужно.
      </Notice>
    );
  if (!isOpen) return null;
  if (state === 'refused') return <Notice tone="warn">Платёж отменён в банке, деньги не списаны.</Notice>;
  if (state === 'expired') return <Notice tone="warn">Ссылка больше не действует, деньги не списаны.</Notice>;
  return null;
}

/** The receipt of the payment by 54-ФЗ: a link to it, or what it waits for. */
function Receipt({ receipt: { state, link } }: { receipt: NonNullable<Order['receipt']> }) {
  if (state === 'failed') return <>Чек задерживается: его отправит сотрудник программы.</>;
  if (state !== 'done') return <>Чек готовится.</>;
  if (link === null) return <>Чек отправлен на почту.</>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      Открыть чек
    </a>
  );
}

function isBeingChecked(order: Order | null): boolean {
  return order?.state === 'paid' && !order.credited;
}

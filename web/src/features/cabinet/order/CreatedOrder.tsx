import { IconDownload, IconPencil, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { ORDER_BILL_FRAME } from '#contract/limits.ts';
import { downloadOrderBill } from '#contract/orders/orders.ts';
import type { CardRequest } from '../../../state/order-draft.ts';
import { usePdf } from '../../../state/use-pdf.ts';
import { counted } from '#contract/values/counted.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { CARD_FORMS, VIRTUAL_CARD_FORMS } from '../../../cards/describe-card.ts';
import { NextSteps } from './NextSteps.tsx';
import styles from './CreatedOrder.module.css';

type Props = {
  order: CardRequest;
  /** Step 2 with the order in the draft; null when the order can no longer be edited. */
  edit: { to: string; onFollow: () => void } | null;
  /** Address to which the email will come, or a request for a missing address. */
  mail: ReactNode;
  onOrderMore: () => void;
  onCabinet: () => void;
  /** Null where the user may not pay. */
  onPay: (() => void) | null;
};

/** The order as the server has it, its bill, and the next pages (spec section 2, "Order created"). */
export function CreatedOrder({ order, edit, mail, onOrderMore, onCabinet, onPay }: Props) {
  const { address, recipient } = order;
  const isVirtual = order.items.every((item) => item.is_virtual);
  const rejected = order.status.id === REQUEST_STATUS.rejected;
  return (
    <div className={styles.created}>
      <Panel>
        <div className={styles.head}>
          <p className={styles.number}>Заявка № {order.id}</p>
          <div role="status">
            <StatusLabel tone={TONES[order.status.id] ?? 'wait'}>{order.status.title}</StatusLabel>
          </div>
        </div>
        {rejected && order.reject_reason && <Notice tone="error">{order.reject_reason}</Notice>}
        <ul className={styles.items}>
          {order.items.map((item) => (
            <li key={item.id}>
              <span>
                {item.partner_title},{' '}
                {counted(item.cards_cnt, item.is_virtual ? VIRTUAL_CARD_FORMS : CARD_FORMS)}
              </span>
              <Money value={(Math.round(item.card_price * 100) * item.cards_cnt) / 100} />
            </li>
          ))}
          {order.delivery_price !== undefined && (
            <li>
              <span>Доставка карт</span>
              <Money value={order.delivery_price} />
            </li>
          )}
          <li className={styles.total}>
            <span>Всего</span>
            <Money value={order.sum} />
          </li>
        </ul>
        {!isVirtual && (
          <>
            <p>
              Место получения: г.{address.city}, {address.street}, дом {address.house}
            </p>
            <p>Получатель: {`${recipient.firstname} ${recipient.lastname}`.trim()}</p>
          </>
        )}
        {edit && (
          <ButtonLink
            to={edit.to}
            onClick={edit.onFollow}
            size="small"
            icon={<IconPencil aria-hidden="true" stroke={1.75} />}
          >
            Изменить заявку
          </ButtonLink>
        )}
      </Panel>
      {!rejected && (
        <>
          <OrderBill orderId={order.id} says={describePayment(order)} />
          <ol className={styles.next}>
            <li>
              {order.status.id === REQUEST_STATUS.issued
                ? '1. Ваши карты готовы: они уже в личном кабинете'
                : '1. Дождитесь письма о готовности ваших карт на e-mail'}
            </li>
          </ol>
          {order.status.id !== REQUEST_STATUS.issued && mail}
        </>
      )}
      <NextSteps
        onOrderMore={onOrderMore}
        onCabinet={onCabinet}
        onPay={isVirtual && !rejected ? onPay : null}
      />
    </div>
  );
}

/** Describes the payment as the bill itself does (api/src/modules/orders/orders/make-bill.ts). */
function describePayment({ sum, status }: CardRequest): string {
  if (sum === 0) return 'Выпуск карт по этой заявке бесплатный, оплачивать счёт не нужно.';
  return status.id === REQUEST_STATUS.issued
    ? 'Цена карт списана со счёта компании. Если счёт ещё не оплачен, оплатите его из банка.'
    : 'Оплатите счёт из банка: карты выпускаются после оплаты. Их цена спишется со счёта компании при выпуске.';
}

function OrderBill({ orderId, says }: { orderId: number; says: string }) {
  const bill = usePdf({
    endpoint: downloadOrderBill,
    input: { params: { id: orderId } },
    toPrint: { params: { id: orderId }, query: { print: 1 } },
    times: ORDER_BILL_FRAME,
    frameDownloads: true,
  });
  return (
    <Panel title="Счёт за карты">
      <p>{says}</p>
      <div className={styles.bill}>
        <Button
          icon={<IconDownload aria-hidden="true" stroke={1.75} />}
          onClick={bill.save}
          pending={bill.saving}
        >
          Скачать счёт
        </Button>
        <Button
          icon={<IconPrinter aria-hidden="true" stroke={1.75} />}
          onClick={bill.print}
          pending={bill.printing}
        >
          Распечатать
        </Button>
      </div>
      {bill.problem && <Notice tone="error">{bill.problem}</Notice>}
    </Panel>
  );
}

const TONES: Record<number, StatusTone> = {
  [REQUEST_STATUS.created]: 'wait',
  [REQUEST_STATUS.approved]: 'wait',
  [REQUEST_STATUS.issued]: 'go',
  [REQUEST_STATUS.rejected]: 'stop',
};

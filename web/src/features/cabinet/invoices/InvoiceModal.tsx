import { type Invoice, downloadInvoice } from '#contract/money/money.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { useToday } from '../../../lib/use-today.ts';
import { InvoiceFileButtons } from './InvoiceFileButtons.tsx';
import { InvoiceXmlButton } from './InvoiceXmlButton.tsx';
import { InvoicePreview } from './InvoicePreview.tsx';
import { InvoiceStatus } from './InvoiceStatus.tsx';
import { isToPay } from './is-to-pay.ts';
import { PayFast } from './PayFast.tsx';
import { PayInvoice } from './PayInvoice.tsx';
import styles from './IssuedInvoice.module.css';

type Props = {
  invoice: Invoice;
  /** The user may ask the bank for a payment. */
  mayPay: boolean;
  onClose: () => void;
};

/** An invoice of the list: its total, how to pay what is still to be paid, and the document itself. */
export function InvoiceModal({ invoice: one, mayPay, onClose }: Props) {
  const today = useToday();
  const isOpen = isToPay(one, today);
  return (
    <Modal opened onClose={onClose} title={`Счёт № ${one.number}`} size="wide">
      <Stack gap="2">
        <div className={styles.head}>
          <Money value={one.sum} size="figure" />
          <InvoiceStatus invoice={one} />
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>Выставлен</dt>
            <dd>
              <DateText value={one.date.date} />
            </dd>
          </div>
          <div>
            <dt>Оплатить до</dt>
            <dd>
              <DateText value={one.payment_due_date.date} />
            </dd>
          </div>
          <div>
            <dt>Оплачено</dt>
            <dd>
              <Money value={one.paid_sum} />
            </dd>
          </div>
        </dl>
        {isOpen && mayPay && <PayFast id={one.id} number={one.number} isOpen />}
        {isOpen && <PayInvoice id={one.id} number={one.number} />}
        <Row>
          <InvoiceFileButtons file={{ endpoint: downloadInvoice, id: one.id }} />
          {one.status_id !== 'cancelled' && !isOpen && <InvoiceXmlButton id={one.id} medium />}
        </Row>
        <InvoicePreview id={one.id} number={one.number} stays />
      </Stack>
    </Modal>
  );
}

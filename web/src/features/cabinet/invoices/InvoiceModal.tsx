import { type Invoice, downloadInvoice } from '#contract/money/money.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { InvoiceFileButtons } from './InvoiceFileButtons.tsx';
import { InvoiceXmlButton } from './InvoiceXmlButton.tsx';
import { InvoicePreview } from './InvoicePreview.tsx';
import { InvoiceStatus } from './InvoiceStatus.tsx';
import styles from './IssuedInvoice.module.css';

/** An invoice of the list: its total, and the document itself. */
export function InvoiceModal({ invoice: one, onClose }: { invoice: Invoice; onClose: () => void }) {
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
        <Row>
          <InvoiceFileButtons file={{ endpoint: downloadInvoice, id: one.id }} />
          {one.status !== 'cancelled' && <InvoiceXmlButton id={one.id} medium />}
        </Row>
        <InvoicePreview id={one.id} number={one.number} stays />
      </Stack>
    </Modal>
  );
}

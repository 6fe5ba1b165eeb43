import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { DOWNLOAD_BILL_FRAME } from '#contract/limits.ts';
import { downloadOrderBill } from '#contract/orders/orders.ts';
import { useTitleSubject } from '../../../lib/use-document-title.ts';
import { usePdf } from '../../../state/use-pdf.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { isRejected, requestTone, type CardRequest } from './RequestList.tsx';
import styles from './RequestSummary.module.css';

/**
 * Shows a request's status, the delivery and the price of its cards; its bill to download or print, unless there is
 * nothing to pay.
 */
export function RequestSummary({ request }: { request: CardRequest }) {
  const { address, recipient } = request;
  const isVirtual = request.items.every((item) => item.is_virtual);
  useTitleSubject(`Заявка на карты № ${request.id}`, true);
  return (
    <Panel
      title={
        <>
          Заявка № {request.id} от <DateText value={request.created_at} />
        </>
      }
    >
      <Stack>
        <StatusLabel tone={requestTone(request)}>{request.status.title}</StatusLabel>
        {request.reject_reason && <Notice tone="error">{request.reject_reason}</Notice>}
        <dl className={styles.facts}>
          {isVirtual ? (
            <div>
              <dt>Карты</dt>
              <dd>Виртуальные, без доставки</dd>
            </div>
          ) : (
            <>
              <div>
                <dt>Место получения</dt>
                <dd>{`г.\u00a0${address.city}, ${address.street}, дом\u00a0${address.house}`}</dd>
              </div>
              <div>
                <dt>Получатель</dt>
                <dd>
                  {recipient.firstname} {recipient.lastname}
                </dd>
              </div>
            </>
          )}
          <div>
            <dt>Сумма</dt>
            <dd>
              <Money value={request.sum} />
            </dd>
          </div>
        </dl>
        {!isRejected(request) && <OrderBill requestId={request.id} />}
      </Stack>
    </Panel>
  );
}

/** Opens the bill in hidden frames, with the times of the specification's other reading (spec section 9). */
function OrderBill({ requestId }: { requestId: number }) {
  const bill = usePdf({
    endpoint: downloadOrderBill,
    input: { params: { id: requestId } },
    toPrint: { params: { id: requestId }, query: { print: 1 } },
    times: DOWNLOAD_BILL_FRAME,
    frameDownloads: true,
  });

  return (
    <Stack gap="1">
      <Row>
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
          Распечатать счёт
        </Button>
      </Row>
      {bill.problem && <Notice tone="error">{bill.problem}</Notice>}
    </Stack>
  );
}

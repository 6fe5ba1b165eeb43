import { can } from '#contract/access.ts';
import { SHIPMENT_STATE_TITLE, type ShipmentState } from '#contract/orders/order-delivery.ts';
import { listOrders, readOrder } from '#contract/orders/orders.ts';
import { confirmReceipt } from '#contract/orders/shipments.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRole } from '../../../server/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import type { CardRequest } from './RequestList.tsx';
import styles from './RequestSummary.module.css';

const TONE: Record<ShipmentState, StatusTone> = {
  'to-send': 'wait',
  sent: 'wait',
  delivered: 'wait',
  received: 'go',
};

/** Shows where the plastic cards are. The company confirms here that it has them. */
export function RequestDelivery({ request }: { request: CardRequest }) {
  const mayConfirm = can(useRole(), 'orderCards');
  const confirm = useEndpointAction(confirmReceipt, {
    refresh: [readOrder, listOrders],
    left: { failed: 'Получение карт не отмечено' },
  });
  const { delivery } = request;
  if (!delivery) return null;
  const isOnTheWay = delivery.state === 'sent' || delivery.state === 'delivered';
  return (
    <Panel title="Доставка карт">
      <Stack>
        <StatusLabel tone={TONE[delivery.state]}>{SHIPMENT_STATE_TITLE[delivery.state]}</StatusLabel>
        {delivery.activates && (
          <Notice>Карты заработают, когда вы получите их и нажмёте «Карты получены».</Notice>
        )}
        {(delivery.sent ?? delivery.received) && <DeliveryFacts delivery={delivery} />}
        {confirm.error && <Notice tone="error">{confirm.error.message}</Notice>}
        {mayConfirm && (isOnTheWay || delivery.activates) && (
          <Row>
            <Button
              variant="primary"
              pending={confirm.isPending}
              onClick={() => confirm.mutate({ params: { id: request.id }, body: {} })}
            >
              Карты получены
            </Button>
          </Row>
        )}
      </Stack>
    </Panel>
  );
}

function DeliveryFacts({ delivery }: { delivery: NonNullable<CardRequest['delivery']> }) {
  return (
    <dl className={styles.facts}>
      {delivery.sent && (
        <div>
          <dt>Отправлены</dt>
          <dd>
            <DateText value={delivery.sent} />, {delivery.carrier}
          </dd>
        </div>
      )}
      {delivery.tracking && (
        <div>
          <dt>Номер отправления</dt>
          <dd>{delivery.tracking}</dd>
        </div>
      )}
      {delivery.delivered && (
        <div>
          <dt>Доставлены</dt>
          <dd>
            <DateText value={delivery.delivered} />
          </dd>
        </div>
      )}
      {delivery.received && (
        <div>
          <dt>Получены</dt>
          <dd>
            <DateText value={delivery.received} />
          </dd>
        </div>
      )}
    </dl>
  );
}

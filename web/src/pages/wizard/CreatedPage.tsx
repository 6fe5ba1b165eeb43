import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { can } from '#contract/access.ts';
import { REQUEST_STATUS, REQUEST_STATUS_TITLE } from '#contract/ids.ts';
import { readOrder } from '#contract/orders/orders.ts';
import {
  changeDraft,
  clearDraft,
  draftForEditing,
  readDraft,
  resetForNewOrder,
  type CardRequest,
} from '../../state/order-draft.ts';
import { isKnown, useRole, useSession, type Profile } from '../../server/session.ts';
import { useRead } from '../../state/use-call.ts';
import { useShowsCreated } from '../../features/cabinet/order/created-shown.ts';
import { CreatedOrder } from '../../features/cabinet/order/CreatedOrder.tsx';
import { OrderMail } from '../../features/account/mail/OrderMail.tsx';
import { OrderAccepted } from '../../features/cabinet/order/OrderAccepted.tsx';
import { paths } from '../../paths.ts';
import {
  ORDER_ACCEPTED,
  ORDER_CREATED,
  STEP_CREATED,
  useWizardVariant,
  WizardFrame,
} from './WizardFrame.tsx';

/** Poll interval of the status while the programme or a network is at work. */
const STATUS_REFRESH_MS = 3000;

/** `/create/order` and `/enter/order`: the order has been created (spec section 2, "Order wizard"). */
export default function CreatedPage() {
  const variant = useWizardVariant();
  const navigate = useNavigate();
  const session = useSession();
  const loggedIn = isKnown(session);
  const role = useRole();
  const mayRead = role !== 'none';
  // The page keeps a copy of the draft, because both ways out empty the draft before the page is gone.
  const [{ createdRequest: created, step3Done: made }] = useState(readDraft);
  const [settled, setSettled] = useState(false);
  useShowsCreated();
  useEffect(() => {
    if (created) changeDraft({ userInformed: true });
  }, [created]);
  const fresh = useRead(
    readOrder,
    { params: { id: created?.id ?? 0 } },
    { enabled: loggedIn && mayRead && created !== null, refetchMs: settled ? false : STATUS_REFRESH_MS },
  ).data?.data;
  const order = withRejection(fresh ?? created, session.profile?.rejection);

  if (!loggedIn) return null;
  if (!order && made) {
    return (
      <WizardFrame title={ORDER_ACCEPTED} step={STEP_CREATED}>
        <OrderAccepted onOrderMore={orderMore} onCabinet={goToCabinet} />
      </WizardFrame>
    );
  }
  if (!order) return <Navigate to={paths.order(variant, '1')} replace />;
  if (!settled && isSettled(order.status.id)) setSettled(true);
  return (
    <WizardFrame
      title={order.status.id === REQUEST_STATUS.rejected ? order.status.title : ORDER_CREATED}
      step={STEP_CREATED}
    >
      <CreatedOrder
        order={order}
        edit={
          order.can_edit
            ? { to: paths.order(variant, '2'), onFollow: () => changeDraft(draftForEditing(order)) }
            : null
        }
        mail={<OrderMail />}
        onOrderMore={orderMore}
        onCabinet={goToCabinet}
        onPay={can(role, 'moveMoney') ? goToPayment : null}
      />
    </WizardFrame>
  );

  function orderMore() {
    leave(paths.order('create', '1'), resetForNewOrder);
  }

  function goToCabinet() {
    leave(paths.cabinet, clearDraft);
  }

  function goToPayment() {
    leave(paths.payment(1), clearDraft);
  }

  function leave(to: string, reset: () => void) {
    reset();
    void navigate(to);
  }
}

/** A user who lost the company when the order was rejected can no longer read it: the profile carries the outcome. */
function withRejection(order: CardRequest | null, rejection: Profile['rejection']): CardRequest | null {
  if (!order || order.id !== rejection?.order_id) return order;
  const id = REQUEST_STATUS.rejected;
  const status = { id, title: REQUEST_STATUS_TITLE[id] };
  return { ...order, status, can_edit: false, reject_reason: rejection.reason };
}

function isSettled(statusId: number): boolean {
  return statusId === REQUEST_STATUS.issued || statusId === REQUEST_STATUS.rejected;
}

import { createOrder, editOrder, listOrders, readOrder } from '#contract/orders/orders.ts';
import { useCustomAction, useIsUnderWay } from '../../../actions/use-endpoint-action.ts';
import { call } from '../../../server/client.ts';
import {
  changeDraft,
  draftAfterCreation,
  isEditing,
  readDraft,
  requestKeyOfDraft,
  type CardRequest,
} from '../../../state/order-draft.ts';
import { enterOrderedCompany } from '../../../state/enter-company.ts';
import { paths } from '../../../paths.ts';
import { showToast } from '../../../ui/layers/Toast.tsx';
import type { OrderBody } from './order-body.ts';

const PLACE_ORDER_KEY = 'placeOrder';

export const ORDER_PENDING = 'Заявка отправлена, ждём ответа';

/** Returns whether an order is being sent. Nothing in it can be changed until the answer comes. */
export function useIsPlacing(): boolean {
  return useIsUnderWay(PLACE_ORDER_KEY);
}

/** Places the order of the draft, or changes the order being edited, and saves the answer in the draft. */
export function usePlaceOrder() {
  return useCustomAction<CardRequest | null, OrderBody>(PLACE_ORDER_KEY, placeOrder, {
    refresh: [listOrders, readOrder],
    answersFirst: true,
    onAnswer: (order) => {
      const { further } = readDraft();
      changeDraft({ ...draftAfterCreation(order), further: false });
      // The page is one of the company before: the whole of it is read anew.
      if (further) window.location.assign(paths.order('enter', 'order'));
    },
    onFailure: (failure, isHere) => {
      if (failure.code === 409) endRefusedEdit(failure.message, isHere);
    },
    findDone: findPlaced,
    left: { failed: 'Заявка не отправлена' },
  });
}

/** An order that can no longer be changed is not being edited any more: opened again, this step would send codes for nothing. */
function endRefusedEdit(message: string, isHere: boolean): void {
  const { createdRequest } = readDraft();
  if (editedId() === null || !createdRequest) return;
  changeDraft({ ...draftAfterCreation(createdRequest), canEdit: false });
  if (isHere) showToast({ tone: 'stop', title: 'Заявка не изменена', message });
}

async function placeOrder(body: OrderBody): Promise<CardRequest> {
  const id = editedId();
  // The draft's own key: it outlives this page.
  const requestKey = requestKeyOfDraft();
  const { further, inn } = readDraft();
  const { data } =
    id === null
      ? await call(createOrder, { body, requestKey })
      : await call(editOrder, { params: { id }, body: { ...body, _method: 'put' }, requestKey });
  if (further) await enterOrderedCompany(inn);
  return data.order;
}

/** Finds the order whose answer was lost: the newest one with exactly these cards, or null if that is uncertain. */
async function findPlaced({ item }: OrderBody): Promise<CardRequest | null> {
  const id = editedId();
  if (id !== null) return (await call(readOrder, { params: { id } })).data;
  const { further, inn } = readDraft();
  if (further) await enterOrderedCompany(inn);
  const { data } = await call(listOrders);
  const ordered = Object.values(item);
  const isNewOrder = ({ items }: CardRequest) =>
    items.length === ordered.length &&
    items.every((entry) =>
      ordered.some(
        (input) =>
          input.partner_id === entry.partner_id &&
          input.cards_cnt === entry.cards_cnt &&
          (input.is_virtual ?? false) === entry.is_virtual,
      ),
    );
  return data.find(isNewOrder) ?? null;
}

function editedId(): number | null {
  const draft = readDraft();
  return isEditing(draft) ? draft.orderId : null;
}

import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { createOrder, editOrder, listOrders, readOrder } from '#contract/orders.ts';
import { call, isAlreadyDone, type CallFailed } from '../../server/client.ts';
import {
  changeDraft,
  draftAfterCreation,
  isEditing,
  readDraft,
  requestKeyOfDraft,
  type CardRequest,
} from '../../state/order-draft.ts';
import { useAction } from '../../state/use-action.ts';
import { useIsMounted } from '../../lib/use-is-mounted.ts';
import { showToast } from '../../ui/Toast.tsx';
import type { OrderBody } from './order-body.ts';

const PLACING = ['placeOrder'];

export const ORDER_ON_ITS_WAY = 'Заявка отправлена, ждём ответа';

/** Whether an order is being sent: nothing of it can be changed until the answer comes. */
export function useIsPlacing(): boolean {
  return useIsMutating({ mutationKey: PLACING }) > 0;
}

/** Places the order of the draft, or changes the order being edited, and keeps the answer in the draft. */
export function usePlaceOrder() {
  const client = useQueryClient();
  const isMounted = useIsMounted();
  return useAction<void, CallFailed, OrderBody>({
    mutationKey: PLACING,
    mutationFn: async (body) => {
      const order = await placeOrder(body);
      changeDraft(draftAfterCreation(order));
      for (const read of [listOrders, readOrder]) void client.invalidateQueries({ queryKey: [read.name] });
    },
    // A user who has left the code step would otherwise never learn that the cards were not ordered.
    onError: ({ message }) => {
      if (!isMounted()) showToast({ tone: 'stop', title: 'Заявка не отправлена', message });
    },
  });
}

/** Null when the order was made at an earlier attempt and cannot be told from the others. */
async function placeOrder(body: OrderBody): Promise<CardRequest | null> {
  const draft = readDraft();
  const editedId = isEditing(draft) ? draft.orderId : null;
  const requestKey = requestKeyOfDraft();
  try {
    const { data } =
      editedId === null
        ? await call(createOrder, { body, requestKey })
        : await call(editOrder, { params: { id: editedId }, body: { ...body, _method: 'put' }, requestKey });
    return data.order;
  } catch (error) {
    if (!isAlreadyDone(error)) throw error;
    if (editedId !== null) return (await call(readOrder, { params: { id: editedId } })).data;
    return findMade(body);
  }
}

/** The order whose answer was lost: the newest one with exactly these cards. */
async function findMade({ item }: OrderBody): Promise<CardRequest | null> {
  const { data } = await call(listOrders);
  const isIt = ({ items }: CardRequest) =>
    items.length === item.length &&
    items.every((one) =>
      item.some((said) => said.partner_id === one.partner_id && said.cards_cnt === one.cards_cnt),
    );
  return data.find(isIt) ?? null;
}

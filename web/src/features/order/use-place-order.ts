import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createOrder, editOrder, listOrders, readOrder } from '#contract/orders.ts';
import { call, isAlreadyDone, type CallFailed } from '../../api/client.ts';
import {
  changeDraft,
  draftAfterCreation,
  isEditing,
  readDraft,
  requestKeyOfDraft,
  type CardRequest,
} from '../../api/order-draft.ts';
import type { OrderBody } from './order-body.ts';

/** Places the order of the draft, or changes the one that is being edited, and keeps the answer in the draft. */
export function usePlaceOrder() {
  const client = useQueryClient();
  return useMutation<void, CallFailed, OrderBody>({
    mutationFn: async (body) => {
      const order = await placeOrder(body);
      changeDraft(draftAfterCreation(order));
      for (const read of [listOrders, readOrder]) void client.invalidateQueries({ queryKey: [read.name] });
    },
  });
}

async function placeOrder(body: OrderBody): Promise<CardRequest> {
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
    const made = await findMade(body);
    if (!made) throw error;
    return made;
  }
}

/** The order whose answer was lost: the newest of these very cards. */
async function findMade({ item }: OrderBody): Promise<CardRequest | undefined> {
  const { data } = await call(listOrders);
  const isIt = ({ items }: CardRequest) =>
    items.length === item.length &&
    items.every((one) =>
      item.some((said) => said.partner_id === one.partner_id && said.cards_cnt === one.cards_cnt),
    );
  return data.find(isIt);
}

import { useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readProfile } from '#contract/auth.ts';
import { createOrder, editOrder, listOrders, readOrder } from '#contract/orders.ts';
import { call, newRequestKey, type CallFailed } from '../../api/client.ts';
import { changeDraft, draftAfterCreation, isEditing, readDraft } from '../../api/order-draft.ts';
import { storeProfile } from '../../api/session.ts';
import type { OrderBody } from './order-body.ts';

/**
 * Places the order of the draft, or changes the one that is being edited, and keeps the answer. The first order makes its
 * author a client, so the profile is read anew: the cabinet opens.
 */
export function usePlaceOrder(onDone: () => void) {
  const client = useQueryClient();
  const key = useRequestKey();
  return useMutation<void, CallFailed, OrderBody>({
    mutationFn: async (body) => {
      const draft = readDraft();
      const editing = isEditing(draft);
      const { data } = editing
        ? await call(editOrder, {
            params: { id: draft.orderId as number },
            body: { ...body, _method: 'put' },
            requestKey: key(body),
          })
        : await call(createOrder, { body, requestKey: key(body) });
      changeDraft(draftAfterCreation(data.order, data.created_at));
      await refreshProfile();
      for (const read of [listOrders, readOrder]) void client.invalidateQueries({ queryKey: [read.name] });
    },
    onSuccess: onDone,
  });
}

/** The same order sent again is the same deed; any other content is another one (api.md section 1). */
function useRequestKey(): (body: OrderBody) => string {
  const last = useRef({ content: '', key: '' });
  return (body) => {
    const content = JSON.stringify(body);
    if (last.current.content !== content) last.current = { content, key: newRequestKey() };
    return last.current.key;
  };
}

/** The order stands whatever becomes of this; the next route change reads the profile again. */
async function refreshProfile(): Promise<void> {
  try {
    const { data, envelope } = await call(readProfile);
    storeProfile(data, envelope.permissions as string[]);
  } catch {
    // Nothing to say: the person sees his order.
  }
}

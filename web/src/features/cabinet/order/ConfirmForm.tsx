import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { ERROR_CLEARS_SECONDS, SMS_CODE_LENGTH } from '#contract/limits.ts';
import type { CallFailed } from '../../../server/client.ts';
import { isEditing, useDraft } from '../../../state/order-draft.ts';
import { hasFuelAccess } from '../../../server/session.ts';
import { useOrderer } from '../../../state/orderer.ts';
import { useOperator } from '../../../state/use-operator.ts';
import { useSmsCode } from '../../../state/use-sms-code.ts';
import { SmsForm } from '../../../forms/SmsForm.tsx';
import { counted } from '#contract/values/counted.ts';
import { paths } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { showToast } from '../../../ui/layers/Toast.tsx';
import { CARD_FORMS } from '../../../cards/describe-card.ts';
import { ConsentText } from './ConsentText.tsx';
import { orderBody } from './order-body.ts';
import { countOfLines, sumOfLines, type OrderLine } from './order-lines.ts';
import { useDeliveryPrice } from './use-delivery-price.ts';
import { ORDER_PENDING, usePlaceOrder } from './use-place-order.ts';

type Props = {
  lines: readonly OrderLine[];
  /** Step 1, to change the order. */
  backTo: string;
};

const CHANGED = {
  tone: 'wait',
  title: 'Состав заявки изменился',
  message: 'Проверьте её: прежний код больше не подходит, придёт новый',
} as const;

/** Step 2: the code is sent at once, and «Заказать» is enabled when it is complete (spec sections 2 and 5). */
export function ConfirmForm({ lines, backTo }: Props) {
  const session = useOrderer();
  const draft = useDraft();
  const { devPhone } = useOperator();
  const sum = sumOfLines(lines, useDeliveryPrice(lines));
  const cards = describeCards(lines);
  const place = usePlaceOrder();
  const subject = isEditing(draft) ? `№${draft.orderId} ${cards}` : cards;
  const sms = useSmsCode({ purpose: 'order', subject, sum }, place);
  const hasChanged = useHasChanged(`${cards} ${sum}`);
  // The outcome of a request in progress is shown here.
  const changed = hasChanged && !place.isPending;
  const error = useClearing(place.error, place.reset);
  // The profile may be read after a reload while the button is clicked. What stands above the button stays, so that it
  // does not move from under the pointer.
  const needsConsent = !hasFuelAccess(session);
  const [asksAtFirst] = useState(needsConsent);

  // Other cards need another confirmation: the code that was sent is for those before.
  useEffect(() => {
    if (changed) showToast(CHANGED);
  }, [changed]);
  if (changed) return <Navigate to={backTo} replace />;
  return (
    <Stack gap="2">
      <SmsForm
        sms={sms}
        action={{ isPending: place.isPending, error }}
        submitLabel="Заказать"
        confirms={`${isEditing(draft) ? `Изменение заявки № ${draft.orderId}` : 'Заказ'}: ${counted(countOfLines(lines), CARD_FORMS)}`}
        sumRubles={sum}
        onSubmit={(code) => place.mutate(orderBody(draft, lines, session.profile, code))}
        maxConcurrent={false}
        missing={`Введите ${SMS_CODE_LENGTH} цифр из СМС`}
        secondary={
          place.isPending ? (
            <Button variant="quiet" disabled disabledReason={ORDER_PENDING}>
              Изменить количество
            </Button>
          ) : (
            <ButtonLink to={backTo} variant="quiet">
              Изменить количество
            </ButtonLink>
          )
        }
      >
        {(asksAtFirst || needsConsent) && <ConsentText />}
      </SmsForm>
      {devPhone && (
        <p className="type-small ink-2">
          СМС не уходят, коды лежат{' '}
          <TextLink to={paths.devPhone} target="_blank">
            на странице телефона
          </TextLink>
          .
        </p>
      )}
    </Stack>
  );
}

/**
 * Returns whether the order differs from the one shown at first, because it was changed in another tab or a price has
 * changed.
 */
function useHasChanged(now: string): boolean {
  const [atFirst] = useState(now);
  return now !== atFirst;
}

/** The order in one short line of partner ids and counts: `2x1 1x3`. */
function describeCards(lines: readonly OrderLine[]): string {
  return lines.map((line) => `${line.partnerId}x${line.count}${line.isVirtual ? 'v' : ''}`).join(' ');
}

/** A general error disappears after 10 s; a field's error stays until the field is sent again. */
function useClearing(error: CallFailed | null, clear: () => void): CallFailed | null {
  const general = error !== null && Object.keys(error.fields).length === 0;
  useEffect(() => {
    if (!general) return;
    const timer = setTimeout(clear, ERROR_CLEARS_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [general, error, clear]);
  return error;
}

import { Navigate } from 'react-router';
import { listPartners } from '#contract/orders/orders.ts';
import { CATALOGUE, fill } from '../../forms/failure-catalogue.ts';
import { isEditing, useDraft, type OrderDraft } from '../../state/order-draft.ts';
import { hasFuelAccess, isKnown } from '../../server/session.ts';
import { useOrderer } from '../../state/orderer.ts';
import { useRead } from '../../state/use-call.ts';
import { ConfirmForm } from '../../features/cabinet/order/ConfirmForm.tsx';
import { orderLines } from '../../features/cabinet/order/order-lines.ts';
import { OrderSummary } from '../../features/cabinet/order/OrderSummary.tsx';
import { paths } from '../../paths.ts';
import { LoadError } from '../../ui/states/LoadError.tsx';
import { CardSkeleton } from '../../ui/states/Skeleton.tsx';
import { ORDER_CREATED, STEP_CREATED, useWizardVariant, WizardFrame } from './WizardFrame.tsx';

/** `/create/2` and `/enter/2`: confirmation by SMS (spec section 2, "Order wizard"). */
export default function ConfirmPage() {
  const variant = useWizardVariant();
  const session = useOrderer();
  const draft = useDraft();
  const partners = useRead(listPartners);
  const lines = orderLines(draft, partners.data?.data ?? []);

  if (!isKnown(session)) return <Navigate to={paths.landing} replace />;
  // The order was made here or in another tab, so the draft holds nothing left to confirm.
  if (draft.step3Done) {
    return (
      <WizardFrame title={ORDER_CREATED} step={STEP_CREATED}>
        <Navigate to={paths.order(variant, 'order')} replace />
        <CardSkeleton />
      </WizardFrame>
    );
  }
  if (!isReady(draft, session.profile?.company?.inn) || (partners.data && lines.length === 0)) {
    return <Navigate to={paths.order(variant, '1')} replace />;
  }
  return (
    <WizardFrame
      title={isEditing(draft) ? `Изменение заявки № ${draft.orderId}` : titleFor(hasFuelAccess(session))}
      step={1}
      back={{ to: paths.order(variant, '1'), label: 'Назад, к количеству карт' }}
      aside={<OrderSummary lines={lines} />}
    >
      {partners.data ? (
        <ConfirmForm lines={lines} backTo={paths.order(variant, '1')} />
      ) : partners.error ? (
        <LoadError
          message={fill(CATALOGUE.partnersNotLoaded.text, { message: partners.error.message })}
          onReload={() => void partners.refetch()}
          reloading={partners.isFetching}
        />
      ) : (
        <CardSkeleton />
      )}
    </WizardFrame>
  );
}

function titleFor(inProgramme: boolean): string {
  return inProgramme ? 'Создание заявки' : 'Подключение к топливной программе';
}

/** Step 1 is complete: there is a company and something to order. */
function isReady(draft: OrderDraft, ownInn: string | undefined): boolean {
  const { counts, virtualCounts } = draft;
  const some = [counts, virtualCounts].some((cards) => Object.values(cards).some((count) => count > 0));
  return some && Boolean(ownInn || draft.inn);
}

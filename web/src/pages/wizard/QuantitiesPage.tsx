import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { listPartners } from '#contract/orders.ts';
import { useDraft } from '../../api/order-draft.ts';
import { hasFuelAccess, isKnown, useOrderer } from '../../api/session.ts';
import { useRead } from '../../api/use-call.ts';
import { orderLines } from '../../features/order/order-lines.ts';
import { OrderSummary, useSummaryBeside } from '../../features/order/OrderSummary.tsx';
import { giveUpEditing, QuantitiesForm } from '../../features/order/QuantitiesForm.tsx';
import { ORDER_ON_ITS_WAY, useIsPlacing } from '../../features/order/use-place-order.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useWizardVariant, WizardFrame } from './WizardFrame.tsx';

/** `/create/1` and `/enter/1` (spec section 2, "Order wizard"). */
export default function QuantitiesPage() {
  const variant = useWizardVariant();
  const navigate = useNavigate();
  const session = useOrderer();
  const draft = useDraft();
  const partners = useRead(listPartners).data?.data ?? [];
  const beside = useSummaryBeside();
  const placing = useIsPlacing();
  const madeMeanwhile = useMadeMeanwhile();

  // The profile's gate leads visitors to the root.
  if (!isKnown(session)) return null;
  if (madeMeanwhile) return <Navigate to={paths.order(variant, 'order')} replace />;
  return (
    <WizardFrame
      title={hasFuelAccess(session) ? 'Создание заявки' : 'Подключение к топливной программе'}
      step={0}
      aside={beside && <OrderSummary lines={orderLines(draft, partners)} />}
    >
      {placing ? (
        <Notice>{ORDER_ON_ITS_WAY}</Notice>
      ) : (
        <QuantitiesForm
          onNext={() => void navigate(paths.order(variant, '2'))}
          onCancelEdit={() => {
            giveUpEditing();
            void navigate(paths.order(variant, 'order'));
          }}
        />
      )}
    </WizardFrame>
  );
}

/**
 * Whether the draft was ordered while this step was open, by the step that was left or in another tab: it is empty now.
 */
function useMadeMeanwhile(): boolean {
  const made = useDraft().step3Done;
  const [begun, setBegun] = useState(false);
  if (!made && !begun) setBegun(true);
  return made && begun;
}

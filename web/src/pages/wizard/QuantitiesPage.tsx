import { useNavigate } from 'react-router';
import { listPartners } from '#contract/orders.ts';
import { useDraft } from '../../api/order-draft.ts';
import { hasFuelAccess, isKnown, useOrderer } from '../../api/session.ts';
import { useRead } from '../../api/use-call.ts';
import { orderLines } from '../../features/order/order-lines.ts';
import { OrderSummary, useSummaryBeside } from '../../features/order/OrderSummary.tsx';
import { giveUpEditing, QuantitiesForm } from '../../features/order/QuantitiesForm.tsx';
import { paths } from '../../paths.ts';
import { useWizardVariant, WizardFrame } from './WizardFrame.tsx';

/** `/create/1` and `/enter/1` (spec section 2, "Order wizard"). */
export default function QuantitiesPage() {
  const variant = useWizardVariant();
  const navigate = useNavigate();
  const session = useOrderer();
  const draft = useDraft();
  const partners = useRead(listPartners).data?.data ?? [];
  const beside = useSummaryBeside();

  // The profile's gate leads visitors to the root.
  if (!isKnown(session)) return null;
  return (
    <WizardFrame
      title={hasFuelAccess(session) ? 'Создание заявки' : 'Подключение к топливной программе'}
      step={0}
      aside={beside && <OrderSummary lines={orderLines(draft, partners)} />}
    >
      <QuantitiesForm
        onNext={() => void navigate(paths.order(variant, '2'))}
        onCancelEdit={() => {
          giveUpEditing();
          void navigate(paths.order(variant, 'order'));
        }}
      />
    </WizardFrame>
  );
}

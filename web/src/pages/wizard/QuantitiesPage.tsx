import { useNavigate } from 'react-router';
import { listPartners } from '#contract/orders/orders.ts';
import { useDraft } from '../../state/order-draft.ts';
import { hasFuelAccess, isKnown } from '../../server/session.ts';
import { useIsFurther, useOrderer } from '../../state/orderer.ts';
import { refreshProfile } from '../../state/refresh-profile.ts';
import { useRead } from '../../state/use-call.ts';
import { FirstStep } from '../../features/cabinet/order/FirstStep.tsx';
import { orderLines } from '../../features/cabinet/order/order-lines.ts';
import { OwnInvitations } from '../../features/account/invitations/OwnInvitations.tsx';
import { FirmNotice } from '../../features/cabinet/delegations/FirmNotice.tsx';
import { OrderSummary, useSummaryBeside } from '../../features/cabinet/order/OrderSummary.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { paths } from '../../paths.ts';
import { useWizardVariant, WizardFrame } from './WizardFrame.tsx';

/** `/create/1` and `/enter/1` (spec section 2, "Order wizard"). */
export default function QuantitiesPage() {
  const variant = useWizardVariant();
  const session = useOrderer();
  const isFurther = useIsFurther();
  const draft = useDraft();
  const partners = useRead(listPartners).data?.data ?? [];
  const beside = useSummaryBeside();
  const navigate = useNavigate();
  const enter = async () => {
    await refreshProfile();
    await navigate(paths.cabinet);
  };

  // The profile's gate leads visitors to the root.
  if (!isKnown(session)) return null;
  return (
    <WizardFrame
      title={
        hasFuelAccess(session)
          ? 'Создание заявки'
          : isFurther
            ? 'Новая компания в программе'
            : 'Подключение к топливной программе'
      }
      step={0}
      aside={beside && <OrderSummary lines={orderLines(draft, partners)} />}
    >
      <Stack gap="3">
        <OwnInvitations onAccepted={enter} />
        <FirmNotice />
        <FirstStep nextTo={paths.order(variant, '2')} createdTo={paths.order(variant, 'order')} />
      </Stack>
    </WizardFrame>
  );
}

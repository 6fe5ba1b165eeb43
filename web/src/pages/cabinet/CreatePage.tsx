import { listPartners } from '#contract/orders/orders.ts';
import { useDraft } from '../../state/order-draft.ts';
import { useRead } from '../../state/use-call.ts';
import { FirstStep } from '../../features/cabinet/order/FirstStep.tsx';
import { orderLines } from '../../features/cabinet/order/order-lines.ts';
import { OrderSummary, useSummaryBeside } from '../../features/cabinet/order/OrderSummary.tsx';
import { MakeVirtualCard } from '../../features/cabinet/virtual-cards/MakeVirtualCard.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { paths } from '../../paths.ts';
import styles from './CreatePage.module.css';

/** `/cabinet/create`: step 1 of the order without leaving the cabinet; the confirmation is the wizard's. */
export default function CreatePage() {
  const draft = useDraft();
  const partners = useRead(listPartners).data?.data ?? [];
  const beside = useSummaryBeside();
  return (
    <div className={styles.page}>
      <Stack gap="3">
        <MakeVirtualCard />
        <FirstStep nextTo={paths.order('create', '2')} createdTo={paths.order('create', 'order')} />
      </Stack>
      {beside && (
        <div className={styles.aside}>
          <OrderSummary lines={orderLines(draft, partners)} />
        </div>
      )}
    </div>
  );
}

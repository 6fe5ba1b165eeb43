import { useNavigate } from 'react-router';
import { listPartners } from '#contract/orders.ts';
import { useDraft } from '../../api/order-draft.ts';
import { useRead } from '../../api/use-call.ts';
import { orderLines } from '../../features/order/order-lines.ts';
import { OrderSummary, useSummaryBeside } from '../../features/order/OrderSummary.tsx';
import { giveUpEditing, QuantitiesForm } from '../../features/order/QuantitiesForm.tsx';
import { paths } from '../../paths.ts';
import styles from './CreatePage.module.css';

/** `/cabinet/create`: step 1 of the order without leaving the cabinet; the confirmation is the wizard's. */
export default function CreatePage() {
  const navigate = useNavigate();
  const draft = useDraft();
  const partners = useRead(listPartners).data?.data ?? [];
  const beside = useSummaryBeside();
  return (
    <div className={styles.page}>
      <QuantitiesForm
        onNext={() => void navigate(paths.order('create', '2'))}
        onCancelEdit={() => {
          giveUpEditing();
          void navigate(paths.order('create', 'order'));
        }}
      />
      {beside && (
        <div className={styles.aside}>
          <OrderSummary lines={orderLines(draft, partners)} />
        </div>
      )}
    </div>
  );
}

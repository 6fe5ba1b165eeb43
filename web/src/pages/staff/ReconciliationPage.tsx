import { ReconciliationList } from '../../features/reconciliation/ReconciliationList.tsx';

/** /staff/reconciliation: findings of the checks of the books. */
export default function ReconciliationPage() {
  return <ReconciliationList />;
}

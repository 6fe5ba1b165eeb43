import { ReconciliationList } from '../../features/staff/ReconciliationList.tsx';

/** /staff/reconciliation: what the looks through the books have found. */
export default function ReconciliationPage() {
  return <ReconciliationList />;
}

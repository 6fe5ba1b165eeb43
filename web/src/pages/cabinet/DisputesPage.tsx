import { DisputeList } from '../../features/cabinet/operations/DisputeList.tsx';

/** /cabinet/disputes: purchases that the company says are wrong, and what became of them. */
export default function DisputesPage() {
  return <DisputeList />;
}

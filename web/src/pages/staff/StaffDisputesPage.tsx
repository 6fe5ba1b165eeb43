import { StaffDisputeList } from '../../features/staff/disputes/StaffDisputeList.tsx';

/** /staff/disputes: purchases that clients say are wrong. */
export default function StaffDisputesPage() {
  return <StaffDisputeList />;
}

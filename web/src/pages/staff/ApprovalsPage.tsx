import { ApprovalList } from '../../features/approvals/ApprovalList.tsx';

/** /staff/approvals: what needs two people. */
export default function ApprovalsPage() {
  return <ApprovalList />;
}

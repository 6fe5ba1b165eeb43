import { UnsettledList } from '../../features/staff/UnsettledList.tsx';

/** /staff/unsettled: what else the networks have left open. */
export default function UnsettledPage() {
  return <UnsettledList />;
}

import { UnsettledList } from '../../features/unsettled/UnsettledList.tsx';

/** /staff/unsettled: everything else that the networks have left open. */
export default function UnsettledPage() {
  return <UnsettledList />;
}

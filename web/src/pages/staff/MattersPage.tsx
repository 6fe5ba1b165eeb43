import { MatterList } from '../../features/matters/MatterList.tsx';

/** /staff/unsettled: everything else that the networks have left open. */
export default function MattersPage() {
  return <MatterList />;
}

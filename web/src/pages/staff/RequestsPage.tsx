import { RequestList } from '../../features/staff-requests/RequestList.tsx';

/** /staff: card requests of all companies. */
export default function RequestsPage() {
  return <RequestList />;
}

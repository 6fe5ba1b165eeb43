import { UnclearMovementList } from '../../features/staff/UnclearMovementList.tsx';

/** /staff/movements: money on its way of which the networks say nothing. */
export default function MovementsPage() {
  return <UnclearMovementList />;
}

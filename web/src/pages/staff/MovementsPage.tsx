import { UnclearMovementList } from '../../features/unclear-movements/UnclearMovementList.tsx';

/** /staff/movements: money in transit whose outcome the networks do not report. */
export default function MovementsPage() {
  return <UnclearMovementList />;
}

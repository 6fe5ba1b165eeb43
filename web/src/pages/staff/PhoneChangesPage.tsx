import { PhoneChangeList } from '../../features/phone-changes/PhoneChangeList.tsx';

/** /staff/phone-changes: people who have lost their phone. */
export default function PhoneChangesPage() {
  return <PhoneChangeList />;
}

import { CreditList } from '../../features/staff-credit/CreditList.tsx';

/** /staff/credits: who may owe, who owes and since when, and every change of it. */
export default function CreditsPage() {
  return <CreditList />;
}

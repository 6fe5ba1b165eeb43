import { SpendingReport } from '../../features/spending/SpendingReport.tsx';

/** /cabinet/transactions: «Сводные отчеты». */
export default function TransactionsPage() {
  return <SpendingReport />;
}

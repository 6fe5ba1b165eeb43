import { SummaryReports } from '../../features/operations/SummaryReports.tsx';

/** /cabinet/transactions: «Сводные отчеты». */
export default function TransactionsPage() {
  return <SummaryReports />;
}

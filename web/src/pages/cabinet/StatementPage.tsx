import { StatementReport } from '../../features/statement/StatementReport.tsx';

/** /cabinet/statement: «Выписка по счёту». */
export default function StatementPage() {
  return <StatementReport />;
}

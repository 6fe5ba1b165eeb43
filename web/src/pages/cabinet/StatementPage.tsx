import { StatementReport } from '../../features/statement/StatementReport.tsx';

/** /cabinet/statement: «Акт сверки». */
export default function StatementPage() {
  return <StatementReport />;
}

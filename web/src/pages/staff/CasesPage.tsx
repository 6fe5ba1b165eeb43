import { CaseList } from '../../features/cases/CaseList.tsx';

/** /staff/unsettled: everything else that the networks have left open. */
export default function CasesPage() {
  return <CaseList />;
}

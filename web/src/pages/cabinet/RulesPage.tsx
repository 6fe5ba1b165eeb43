import { useSearchParams } from 'react-router';
import { BulkRules } from '../../features/cabinet/rules/BulkRules.tsx';
import { CompanyRules } from '../../features/cabinet/rules/CompanyRules.tsx';

/** /cabinet/rules: what the company's cards may buy; with `?part=many` the same rules for many cards or groups. */
export default function RulesPage() {
  const [search] = useSearchParams();
  return search.get('part') === 'many' ? <BulkRules /> : <CompanyRules />;
}

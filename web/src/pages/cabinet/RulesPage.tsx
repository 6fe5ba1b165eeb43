import { CompanyRules } from '../../features/rules/CompanyRules.tsx';

/** /cabinet/rules: what the company's cards may buy, for all of them and for groups of trucks. */
export default function RulesPage() {
  return <CompanyRules />;
}

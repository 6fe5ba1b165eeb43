import { useSearchParams } from 'react-router';
import { CreditList } from '../../features/staff/credit/CreditList.tsx';
import { OwnerList } from '../../features/staff/dunning/OwnerList.tsx';
import { RuleList } from '../../features/staff/dunning/RuleList.tsx';
import { Tabs } from '../../ui/Tabs.tsx';

const TABS = ['credits', 'rules', 'owners'] as const;
type Tab = (typeof TABS)[number];

/** /staff/credits: clients with credit, the rules by which their debts are collected, owners of several clients. */
export default function CreditsPage() {
  const [search, setSearch] = useSearchParams();
  const requested = search.get('tab');
  const tab = TABS.find((item) => item === requested) ?? 'credits';
  return (
    <Tabs<Tab>
      label="Что показать"
      tabs={[
        { value: 'credits', label: 'Кредиты' },
        { value: 'rules', label: 'Правила взыскания' },
        { value: 'owners', label: 'Владельцы' },
      ]}
      value={tab}
      onChange={(next) => setSearch(next === 'credits' ? {} : { tab: next })}
    >
      {tab === 'credits' && <CreditList />}
      {tab === 'rules' && <RuleList />}
      {tab === 'owners' && <OwnerList />}
    </Tabs>
  );
}

import { useSearchParams } from 'react-router';
import { listAdvanceReturns } from '#contract/money/advance-returns.ts';
import { useRead } from '../../state/use-call.ts';
import { AdvanceReturnList } from '../../features/staff/advance-returns/AdvanceReturnList.tsx';
import { BankBalanceList } from '../../features/staff/payments/BankBalanceList.tsx';
import { BankFeeds } from '../../features/staff/payments/BankFeeds.tsx';
import { PaymentList } from '../../features/staff/payments/PaymentList.tsx';
import { BankFileButton } from '../../features/staff/payments/BankFileButton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';

const TABS = ['payments', 'balances', 'feeds', 'returns'] as const;
type Tab = (typeof TABS)[number];

/** /staff/payments: bank statements, payments that were not matched automatically, payments back to clients, and the bank's balances. */
export default function PaymentsPage() {
  const [search, setSearch] = useSearchParams();
  const waiting = useRead(listAdvanceReturns, { query: { state: 'review' } });
  const requested = search.get('tab');
  const tab = TABS.find((item) => item === requested) ?? 'payments';
  return (
    <Tabs<Tab>
      label="Что показать"
      tabs={[
        { value: 'payments', label: 'Поступления' },
        { value: 'balances', label: 'Остатки банка' },
        { value: 'feeds', label: 'Банк по API' },
        // This tab is the last, because its count comes late and would move the tabs behind it.
        { value: 'returns', label: 'Возвраты клиентам', count: waiting.data?.data.length || undefined },
      ]}
      value={tab}
      onChange={(next) => setSearch(next === 'payments' ? {} : { tab: next })}
      action={<BankFileButton />}
    >
      {tab === 'returns' && <AdvanceReturnList />}
      {tab === 'payments' && <PaymentList />}
      {tab === 'balances' && <BankBalanceList />}
      {tab === 'feeds' && <BankFeeds />}
    </Tabs>
  );
}

import { useSearchParams } from 'react-router';
import { listAdvanceReturns } from '#contract/bank.ts';
import { useRead } from '../../api/use-call.ts';
import { AdvanceReturnList } from '../../features/staff/AdvanceReturnList.tsx';
import { PaymentList } from '../../features/staff/PaymentList.tsx';
import { StatementForm } from '../../features/staff/StatementForm.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { Tabs } from '../../ui/Tabs.tsx';

type Tab = 'payments' | 'returns';

/** /staff/payments: bank statements, payments that were not matched automatically, and payments back to clients. */
export default function PaymentsPage() {
  const [search, setSearch] = useSearchParams();
  const waiting = useRead(listAdvanceReturns, { query: { state: 'review' } });
  const tab = search.get('tab') === 'returns' ? 'returns' : 'payments';
  return (
    <Stack gap="3">
      <StatementForm />
      <Tabs<Tab>
        label="Что показать"
        tabs={[
          { value: 'payments', label: 'Поступления' },
          { value: 'returns', label: 'Возвраты клиентам', count: waiting.data?.data.length || undefined },
        ]}
        value={tab}
        onChange={(next) => setSearch(next === 'returns' ? { tab: next } : {})}
      >
        {tab === 'returns' ? <AdvanceReturnList /> : <PaymentList />}
      </Tabs>
    </Stack>
  );
}

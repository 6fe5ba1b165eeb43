import { useSearchParams } from 'react-router';
import { LoadInvoiceButton } from '../../features/staff/network-invoices/LoadInvoiceButton.tsx';
import { NetworkInvoiceList } from '../../features/staff/network-invoices/NetworkInvoiceList.tsx';
import { SupplierList } from '../../features/staff/network-invoices/SupplierList.tsx';
import { Tabs } from '../../ui/Tabs.tsx';

/** /staff/network-invoices: what the networks have billed, and what they are owed. */
export default function NetworkInvoicesPage() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'networks' ? 'networks' : 'invoices';
  return (
    <Tabs<'invoices' | 'networks'>
      label="Что показать"
      tabs={[
        { value: 'invoices', label: 'Счета' },
        { value: 'networks', label: 'Расчёты с сетями' },
      ]}
      value={tab}
      onChange={(next) => setSearch(next === 'invoices' ? {} : { tab: next })}
      action={<LoadInvoiceButton />}
    >
      {tab === 'invoices' ? <NetworkInvoiceList /> : <SupplierList />}
    </Tabs>
  );
}

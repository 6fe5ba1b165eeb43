import { useSearchParams } from 'react-router';
import { CardStock } from '../../features/staff/shipments/CardStock.tsx';
import { ShipmentList } from '../../features/staff/shipments/ShipmentList.tsx';
import { Tabs } from '../../ui/Tabs.tsx';

/** /staff/shipments: plastic cards on their way to clients, and the stock of blank ones. */
export default function ShipmentsPage() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'stock' ? 'stock' : 'shipments';
  return (
    <Tabs<'shipments' | 'stock'>
      label="Что показать"
      tabs={[
        { value: 'shipments', label: 'Отправка' },
        { value: 'stock', label: 'Запас карт' },
      ]}
      value={tab}
      onChange={(next) => setSearch(next === 'shipments' ? {} : { tab: next })}
    >
      {tab === 'shipments' ? <ShipmentList /> : <CardStock />}
    </Tabs>
  );
}

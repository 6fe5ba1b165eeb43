import { useSearchParams } from 'react-router';
import { PurchaseTermList } from '../../features/staff/purchase-terms/PurchaseTermList.tsx';
import { CardPriceList } from '../../features/staff/tariffs/CardPriceList.tsx';
import { TariffList } from '../../features/staff/tariffs/TariffList.tsx';
import { Tabs } from '../../ui/Tabs.tsx';

type Tab = 'tariffs' | 'cards' | 'purchase';

/** /staff/tariffs: discounts, surcharges and fees by client, network and goods; prices of cards; what networks charge. */
export default function TariffsPage() {
  const [search, setSearch] = useSearchParams();
  const chosen = search.get('tab');
  const tab: Tab = chosen === 'cards' || chosen === 'purchase' ? chosen : 'tariffs';
  return (
    <Tabs<Tab>
      label="Что показать"
      tabs={[
        { value: 'tariffs', label: 'Тарифы на топливо' },
        { value: 'cards', label: 'Цены карт' },
        { value: 'purchase', label: 'Закупка' },
      ]}
      value={tab}
      onChange={(next) => setSearch(next === 'tariffs' ? {} : { tab: next })}
    >
      {tab === 'tariffs' && <TariffList />}
      {tab === 'cards' && <CardPriceList />}
      {tab === 'purchase' && <PurchaseTermList />}
    </Tabs>
  );
}

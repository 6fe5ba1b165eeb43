import { useSearchParams } from 'react-router';
import { CardPriceList } from '../../features/staff/tariffs/CardPriceList.tsx';
import { TariffList } from '../../features/staff/tariffs/TariffList.tsx';
import { Tabs } from '../../ui/Tabs.tsx';

type Tab = 'tariffs' | 'cards';

/** /staff/tariffs: discounts, surcharges and fees by client, network and goods; prices of cards. */
export default function TariffsPage() {
  const [search, setSearch] = useSearchParams();
  const tab: Tab = search.get('tab') === 'cards' ? 'cards' : 'tariffs';
  return (
    <Tabs<Tab>
      label="Что показать"
      tabs={[
        { value: 'tariffs', label: 'Тарифы на топливо' },
        { value: 'cards', label: 'Цены карт' },
      ]}
      value={tab}
      onChange={(next) => setSearch(next === 'tariffs' ? {} : { tab: next })}
    >
      {tab === 'tariffs' ? <TariffList /> : <CardPriceList />}
    </Tabs>
  );
}

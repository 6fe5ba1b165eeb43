import { useSearchParams } from 'react-router';
import { MarginReport } from '../../features/staff/margin/MarginReport.tsx';
import { MarginYear } from '../../features/staff/margin/MarginYear.tsx';
import { Tabs } from '../../ui/Tabs.tsx';

type View = 'period' | 'year';

/** /staff/margin: what the programme earns in a period, and month by month in a year. */
export default function MarginPage() {
  const [search, setSearch] = useSearchParams();
  const view: View = search.get('view') === 'year' ? 'year' : 'period';
  return (
    <Tabs<View>
      label="Что показать"
      tabs={[
        { value: 'period', label: 'За период' },
        { value: 'year', label: 'Год по месяцам' },
      ]}
      value={view}
      onChange={(next) => setSearch(next === 'period' ? {} : { view: next })}
    >
      {view === 'period' ? <MarginReport /> : <MarginYear />}
    </Tabs>
  );
}

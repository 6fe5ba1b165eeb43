import { countTenders } from '#contract/programme/stations.ts';
import { useRead } from '../../../state/use-call.ts';
import { counted } from '#contract/values/counted.ts';
import { WidgetRow } from './WidgetRow.tsx';

/** The number of lots on the tender board now; nothing while the board does not answer. */
export function TenderCount() {
  const tenders = useRead(countTenders);
  if (!tenders.data) return null;
  return (
    <WidgetRow title="Тендеры на перевозку">
      {counted(tenders.data.data.count, ['тендер', 'тендера', 'тендеров'])} на площадке
    </WidgetRow>
  );
}

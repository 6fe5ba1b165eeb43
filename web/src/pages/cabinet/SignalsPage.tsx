import { useSearchParams } from 'react-router';
import { SignalList } from '../../features/signals/SignalList.tsx';
import { SignalRules } from '../../features/signals/SignalRules.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { FleetTabs } from './PumpTabs.tsx';

/** /cabinet/signals: what looks wrong among the fillings; with `?part=rules` by which rules it is found. */
export default function SignalsPage() {
  const [search] = useSearchParams();
  return (
    <Stack>
      <FleetTabs />
      {search.get('part') === 'rules' ? <SignalRules /> : <SignalList />}
    </Stack>
  );
}

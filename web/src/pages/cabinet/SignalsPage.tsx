import { useSearchParams } from 'react-router';
import { SignalList } from '../../features/cabinet/signals/SignalList.tsx';
import { SignalRules } from '../../features/cabinet/signals/SignalRules.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { FleetTabs } from './PumpTabs.tsx';

/** /cabinet/signals: fillings that look wrong. With `?part=rules`, the rules by which they are found. */
export default function SignalsPage() {
  const [search] = useSearchParams();
  return (
    <Stack>
      <FleetTabs />
      {search.get('part') === 'rules' ? <SignalRules /> : <SignalList />}
    </Stack>
  );
}

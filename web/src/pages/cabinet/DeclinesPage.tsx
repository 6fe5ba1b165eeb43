import { DeclineTabs } from './PumpTabs.tsx';
import { DeclineList } from '../../features/cabinet/declines/DeclineList.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** /cabinet/declines: what was refused at the pump, why, and what to do. */
export default function DeclinesPage() {
  return (
    <Stack>
      <DeclineTabs />
      <DeclineList />
    </Stack>
  );
}

import { ExceptionList } from '../../features/cabinet/exceptions/ExceptionList.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { DeclineTabs } from './PumpTabs.tsx';

/** /cabinet/exceptions: what drivers ask to let pass, and what was answered. */
export default function ExceptionsPage() {
  return (
    <Stack>
      <DeclineTabs />
      <ExceptionList />
    </Stack>
  );
}

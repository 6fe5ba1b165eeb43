import { ExchangeFiles } from '../../features/cabinet/exchange/ExchangeFiles.tsx';
import { ProgramAccess } from '../../features/cabinet/exchange/ProgramAccess.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** /cabinet/exchange: «1С и программы». */
export default function ExchangePage() {
  return (
    <Stack gap="3">
      <ProgramAccess />
      <ExchangeFiles />
    </Stack>
  );
}

import { ExchangeFiles } from '../../features/exchange/ExchangeFiles.tsx';
import { ProgramDoor } from '../../features/exchange/ProgramDoor.tsx';
import { Stack } from '../../ui/Stack.tsx';

/** /cabinet/exchange: «1С и программы». */
export default function ExchangePage() {
  return (
    <Stack gap="3">
      <ProgramDoor />
      <ExchangeFiles />
    </Stack>
  );
}

import type { ComponentProps } from 'react';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { NextSteps } from './NextSteps.tsx';

/** The order was accepted at an earlier attempt whose answer was lost, and has changed since: it cannot be shown. */
export function OrderAccepted(ways: ComponentProps<typeof NextSteps>) {
  return (
    <Stack gap="3">
      <Notice>
        Ответ на первый запрос до вас не дошёл, но заявка создана. Второй раз она не создана. С тех пор её
        изменили или отклонили: что с ней сейчас, видно в личном кабинете.
      </Notice>
      <NextSteps {...ways} />
    </Stack>
  );
}

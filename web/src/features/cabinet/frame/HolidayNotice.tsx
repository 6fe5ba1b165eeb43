import { useEffect, useState } from 'react';
import { HOLIDAY_MODAL_DELAY_SECONDS } from '#contract/limits.ts';
import { HOLIDAY_KEY, isHolidayNoticeDue } from '../../../state/holiday-notice.ts';
import { useOperator } from '../../../state/use-operator.ts';
import { storeText, readStoredText } from '../../../lib/store-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { DialogFoot } from '../../../ui/layers/DialogFoot.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Stack } from '../../../ui/Stack.tsx';

/**
 * Shows the operator's announcement to signed-in users, who never see the landing page: after 2 s, within its dates,
 * once per visit (spec section 2).
 */
export function HolidayNotice() {
  const notice = useOperator().holidayNotice;
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => {
      // A user who is typing or answering a dialogue is not interrupted: the notice comes afterwards.
      if (isBusy()) return;
      clearInterval(timer);
      if (!isHolidayNoticeDue(notice, new Date()) || readStoredText('sessionStorage', HOLIDAY_KEY) !== null)
        return;
      storeText('sessionStorage', HOLIDAY_KEY, 'shown');
      setOpened(true);
    }, HOLIDAY_MODAL_DELAY_SECONDS * 1000);
    return () => clearInterval(timer);
  }, [notice]);
  if (!notice) return null;
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title={notice.title}>
      <Stack>
        <p>{notice.text}</p>
        <DialogFoot>
          <Button variant="primary" onClick={() => setOpened(false)} data-autofocus>
            Понятно
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

function isBusy(): boolean {
  return (
    document.querySelector('[role="dialog"]') !== null ||
    document.activeElement?.matches('input, textarea, select, [contenteditable]') === true
  );
}

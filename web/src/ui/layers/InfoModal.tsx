import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { DialogFoot } from './DialogFoot.tsx';
import { Modal } from './Modal.tsx';
import { Stack } from '../Stack.tsx';

type Props = { title: ReactNode; onClose: () => void; children: ReactNode };

/** Replaces a dialogue about something that has been decided meanwhile. It shows how, and leaves no action to click. */
export function InfoModal({ title, onClose, children }: Props) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        {children}
        <DialogFoot>
          <Button onClick={onClose} data-autofocus>
            Понятно
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

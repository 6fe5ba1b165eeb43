import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { CompanyChoice } from './CompanyChoice.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** Starts an order for a further company. Null for a role that may not order. */
  onAdd: (() => void) | null;
};

/** The companies that the user acts for; choosing one opens its cabinet. */
export function CompaniesModal({ opened, onClose, onAdd }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Перейти в компанию">
      <Stack>
        <CompanyChoice />
        {onAdd && <Button onClick={onAdd}>Добавить компанию</Button>}
      </Stack>
    </Modal>
  );
}

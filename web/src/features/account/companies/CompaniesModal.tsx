import { Modal } from '../../../ui/layers/Modal.tsx';
import { CompanyChoice } from './CompanyChoice.tsx';

/** The companies that the user acts for; choosing one opens its cabinet. */
export function CompaniesModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Перейти в компанию">
      <CompanyChoice />
    </Modal>
  );
}

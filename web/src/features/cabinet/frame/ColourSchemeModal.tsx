import { ColorSchemeSwitch } from '../../../ui/ColorSchemeSwitch.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';

export function ColourSchemeModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Оформление">
      <ColorSchemeSwitch />
    </Modal>
  );
}

import { ShownOnce } from '../../../forms/ShownOnce.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';

type Props = { title: string; secret: string; onClose: () => void };

/** The key itself, shown this once. */
export function CreatedKey({ title, secret, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={`Ключ создан: ${title}`} size="wide">
      <ShownOnce label="Ключ" secret={secret} onDone={onClose}>
        <p className="ink-2">
          Кто знает ключ, тот может всё, что вы ему разрешили. Программа шлёт его в заголовке{' '}
          <code>Authorization: Bearer …</code>, вызовы начинаются с <code>/api/v1</code>.
        </p>
      </ShownOnce>
    </Modal>
  );
}

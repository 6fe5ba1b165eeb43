import { Modal } from '../ui/layers/Modal.tsx';
import { FormShell, type FormShellProps } from './FormShell.tsx';

type Props<Values extends object> = Omit<FormShellProps<Values>, 'title'> & {
  title: string;
  size?: 'medium' | 'wide';
  onClose: () => void;
};

/** A form in a dialogue, which stays open while the request is on its way. */
export function FormModal<Values extends object>({ title, size, onClose, ...form }: Props<Values>) {
  return (
    <Modal opened onClose={onClose} title={title} busy={form.action.isPending} size={size}>
      <FormShell {...form} />
    </Modal>
  );
}

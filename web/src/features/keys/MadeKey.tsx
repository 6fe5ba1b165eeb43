import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import styles from './Keys.module.css';

type Props = { title: string; secret: string; onClose: () => void };

/** The key itself, shown this once. */
export function MadeKey({ title, secret, onClose }: Props) {
  const [told, setTold] = useState('');
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      setTold('Ключ скопирован');
    } catch {
      // A page without HTTPS has no clipboard; the text can still be selected by hand.
      setTold('Браузер не дал скопировать. Выделите ключ и скопируйте его сами');
    }
  }
  return (
    <Modal opened onClose={onClose} title={`Ключ создан: ${title}`} size="wide">
      <Stack>
        <Notice tone="warn" title="Сохраните ключ сейчас">
          Больше мы его не покажем. Кто знает ключ, тот может всё, что вы ему разрешили.
        </Notice>
        <code className={styles.secret} aria-label="Ключ">
          {secret}
        </code>
        <p className="ink-2">
          Программа шлёт его в заголовке <code>Authorization: Bearer …</code>, вызовы начинаются с{' '}
          <code>/api/v1</code>.
        </p>
        <Row>
          <Button
            variant="primary"
            data-autofocus
            icon={<IconCopy aria-hidden="true" stroke={1.75} />}
            onClick={() => void copy()}
          >
            Скопировать ключ
          </Button>
          <Button onClick={onClose}>Готово</Button>
        </Row>
        <p role="status" className="type-small ink-2">
          {told}
        </p>
      </Stack>
    </Modal>
  );
}

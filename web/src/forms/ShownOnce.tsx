import { IconCopy } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/states/Notice.tsx';
import { DialogFoot } from '../ui/layers/DialogFoot.tsx';
import { Stack } from '../ui/Stack.tsx';
import { TextField } from '../ui/fields/TextField.tsx';

type Props = {
  /** Name of the value: «Секрет вебхука». */
  label: string;
  secret: string;
  onDone: () => void;
  /** Explains what the value is used for, and where it goes. */
  children?: ReactNode;
};

/** A secret that is shown this once, to be copied. */
export function ShownOnce({ label, secret, onDone, children }: Props) {
  const [message, setMessage] = useState('');
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      setMessage('Скопировано');
    } catch {
      // A page without HTTPS has no clipboard; the text can still be selected by hand.
      setMessage('Браузер не дал скопировать. Выделите текст и скопируйте его сами');
    }
  }
  return (
    <Stack>
      <Notice tone="warn" title="Сохраните сейчас">
        Второй раз мы это не покажем.
      </Notice>
      <TextField
        label={label}
        value={secret}
        readOnly
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={() => {}}
      />
      {children}
      <p role="status" className="type-small ink-2">
        {message}
      </p>
      <DialogFoot>
        <Button icon={<IconCopy aria-hidden="true" stroke={1.75} />} onClick={() => void copy()}>
          Скопировать
        </Button>
        <Button variant="primary" onClick={onDone}>
          Готово
        </Button>
      </DialogFoot>
    </Stack>
  );
}

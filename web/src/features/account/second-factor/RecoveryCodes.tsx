import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import styles from './SecondFactor.module.css';

/** The ten codes, shown this once; an empty list where there were some before. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [message, setMessage] = useState('');
  if (codes.length === 0) return <p>Второй фактор подключён. Прежние коды восстановления действуют.</p>;

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setMessage('Коды скопированы');
    } catch {
      // A page without HTTPS has no clipboard; the text can still be selected by hand.
      setMessage('Браузер не дал скопировать. Выделите коды и скопируйте их сами');
    }
  }

  return (
    <Stack>
      <Notice tone="warn" title="Сохраните коды восстановления">
        Каждый один раз заменит второй фактор, если телефон потерян. Больше мы их не покажем.
      </Notice>
      <ul className={styles.codes} aria-label="Коды восстановления">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Row data-print="hide">
        <Button size="small" icon={<IconCopy aria-hidden="true" stroke={1.75} />} onClick={() => void copy()}>
          Скопировать коды
        </Button>
        <Button
          size="small"
          icon={<IconPrinter aria-hidden="true" stroke={1.75} />}
          onClick={() => window.print()}
        >
          Напечатать
        </Button>
      </Row>
      <p role="status" className="type-small ink-2">
        {message}
      </p>
    </Stack>
  );
}

import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { guideFile, type ExampleLanguage } from './guide-files.ts';
import styles from './Guides.module.css';

type Props = { name: string; title: string; language: ExampleLanguage };

/** One example, to be copied whole. */
export function Example({ name, title, language }: Props) {
  const [message, setMessage] = useState('');
  const code = guideFile(name, language);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${code}\n`);
      setMessage('Скопировано');
    } catch {
      setMessage('Браузер не дал скопировать');
    }
  };
  return (
    <figure className={styles.example}>
      <figcaption className={styles.caption}>
        <span>
          <span className={styles.captionTitle}>{title}</span>
          <code className={styles.file}>
            {name}.{language}
          </code>
        </span>
        <Button
          size="small"
          variant="quiet"
          icon={<IconCopy aria-hidden="true" stroke={1.75} />}
          aria-label={`Скопировать: ${title}`}
          onClick={() => void copy()}
        >
          Скопировать
        </Button>
        <span role="status" className={styles.told}>
          {message}
        </span>
      </figcaption>
      {/* It can be scrolled sideways with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.code} tabIndex={0} aria-label={title}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}

import { IconFileCheck, IconUpload } from '@tabler/icons-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { UPLOAD_MAX_BYTES } from '#contract/limits.ts';
import { formatBytes } from '../lib/format.ts';
import { useMedia } from '../lib/use-media.ts';
import { joinClasses } from '../lib/join-classes.ts';
import { fileProblem, type FileRules } from './check-file.ts';
import styles from './FileField.module.css';

type Props = FileRules & {
  label: string;
  value: File | null;
  onChange: (file: File | null) => void;
  error?: string | null;
  disabled?: boolean;
};

/** A file, dropped or chosen; a wrong type or size is reported at once and not accepted. */
export function FileField({
  label,
  value: file,
  onChange,
  error,
  disabled = false,
  extensions,
  maxBytes,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const message = problem ?? error;
  const byTouch = useMedia('(pointer: coarse)');

  function take(chosen: File | undefined) {
    if (!chosen) return;
    const found = fileProblem(chosen, { extensions, maxBytes });
    setProblem(found);
    onChange(found ? null : chosen);
    // Choosing the same file again after a correction must fire `change` again.
    if (input.current) input.current.value = '';
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(event.dataTransfer.files[0]);
  }

  return (
    <div className={styles.field}>
      <label
        className={joinClasses(
          styles.drop,
          over && styles.over,
          message && styles.wrong,
          disabled && styles.disabled,
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {file ? (
          <IconFileCheck aria-hidden="true" stroke={1.5} />
        ) : (
          <IconUpload aria-hidden="true" stroke={1.5} />
        )}
        <span className={styles.words}>
          <span className={styles.label}>{label}</span>
          <span className={styles.help}>
            {file
              ? `${file.name}, ${formatBytes(file.size)}`
              : `${byTouch ? 'Выберите файл' : 'Перетащите сюда или выберите'}: ${extensions.join(', ')} до ${formatBytes(maxBytes ?? UPLOAD_MAX_BYTES)}`}
          </span>
        </span>
        <input
          ref={input}
          type="file"
          className={styles.input}
          accept={formatAccept(extensions)}
          disabled={disabled}
          aria-describedby={message ? `${id}-error` : undefined}
          aria-invalid={message ? true : undefined}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </label>
      <div id={`${id}-error`} className={styles.error} role="alert">
        {message}
      </div>
    </div>
  );
}

function formatAccept(extensions: readonly string[]): string {
  return [...extensions, ...(extensions.includes('jpg') ? ['jpeg'] : [])].map((name) => `.${name}`).join(',');
}

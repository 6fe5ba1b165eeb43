import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatPhone, normalizePhone } from '#contract/phone.ts';
import { listOutboxMessages } from '#contract/system.ts';
import { useRead } from '../../state/use-call.ts';
import { maskPhone } from '../../lib/mask-phone.ts';
import { PhoneField } from '../../forms/PhoneField.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import styles from './Outbox.module.css';

const REFRESH_MS = 2000;

/** The phone of a development machine: every message that no provider sent, newest first (docs/calls.md 8). */
export function Outbox() {
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useState(() => maskPhone(query.get('phone') ?? ''));
  const phone = normalizePhone(query.get('phone') ?? '') ?? undefined;
  const messages = useRead(
    listOutboxMessages,
    { query: { phone } },
    { refetchMs: REFRESH_MS, keepPrevious: true },
  );
  const list = messages.data?.data ?? [];

  function filter(typed: string, whole: string | null) {
    setText(typed);
    setQuery(whole ? { phone: whole } : {}, { replace: true });
  }

  return (
    <>
      <div className={styles.top}>
        <PhoneField label="Показать один номер" value={text} onChange={filter} />
      </div>
      <div className={styles.screen}>
        {messages.isPending && <ListSkeleton count={3} />}
        {messages.isError && (
          <LoadError onReload={() => void messages.refetch()} reloading={messages.isFetching} />
        )}
        {messages.data && list.length === 0 && (
          <EmptyState title="СМС пока нет">
            Запросите код на странице входа — он появится здесь сам
          </EmptyState>
        )}
        <ol className={styles.messages} aria-label="Сообщения" aria-live="polite">
          {list.map((message) => (
            <li key={message.id} className={styles.message}>
              <p className={styles.meta}>
                <span>{formatPhone(message.phone)}</span>
                <DateText value={message.sent_at} style="time" />
              </p>
              <p>{message.text}</p>
              {message.code && <CopyCode code={message.code} />}
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function CopyCode({ code }: { code: string }) {
  const [copied, setCopied] = useState(false);
  const [failed, setFailed] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      // A page without HTTPS has no clipboard; the code can still be selected by hand.
      setFailed(true);
    }
  }

  return (
    <p className={styles.code}>
      <span className={styles.digits}>{code}</span>
      {!failed && (
        <Button
          size="small"
          onClick={() => void copy()}
          icon={
            copied ? (
              <IconCheck aria-hidden="true" stroke={1.75} />
            ) : (
              <IconCopy aria-hidden="true" stroke={1.75} />
            )
          }
        >
          {copied ? 'Скопирован' : 'Копировать'}
        </Button>
      )}
    </p>
  );
}

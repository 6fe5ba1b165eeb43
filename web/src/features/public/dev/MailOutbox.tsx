import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { listOutboxLetters } from '#contract/messaging/emails.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { useRead } from '../../../state/use-call.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from './MailOutbox.module.css';

const REFRESH_MS = 2000;

type Email = z.output<NonNullable<(typeof listOutboxLetters)['data']>>[number];

/** The mailbox of a development machine: every email that no mail server sent, newest first (docs/calls.md 8). */
export function MailOutbox() {
  const [query, setQuery] = useSearchParams();
  const [chosen, setChosen] = useState<number | null>(null);
  const address = query.get('address') ?? '';
  const emails = useRead(
    listOutboxLetters,
    { query: { address } },
    { refetchMs: REFRESH_MS, keepPrevious: true },
  );
  const list = emails.data?.data ?? [];
  const email = list.find(({ id }) => id === chosen) ?? list[0];
  return (
    <div className={styles.mailbox}>
      <div className={styles.list}>
        <TextField
          label="Показать один адрес"
          type="email"
          value={address}
          onChange={(text) => setQuery(text ? { address: text } : {}, { replace: true })}
        />
        {emails.isPending && <ListSkeleton count={3} />}
        {emails.isError && <LoadError onReload={() => void emails.refetch()} reloading={emails.isFetching} />}
        {emails.data && list.length === 0 && (
          <EmptyState title="Писем пока нет">
            Укажите почту при входе или в «Моих данных» — письмо появится здесь само
          </EmptyState>
        )}
        <ol className={styles.letters} aria-label="Письма">
          {list.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                className={joinClasses(styles.letter, item === email && styles.current)}
                aria-current={item === email || undefined}
                onClick={() => setChosen(item.id)}
              >
                <span className={styles.meta}>
                  <span className={styles.address}>{item.address}</span>
                  <DateText value={item.sent_at} style="time" />
                </span>
                <span>{item.subject}</span>
              </button>
            </li>
          ))}
        </ol>
      </div>
      {email && <OpenEmail key={email.id} letter={email} />}
    </div>
  );
}

function OpenEmail({ letter: email }: { letter: Email }) {
  const [form, setForm] = useState<'html' | 'plain' | 'headers'>('html');
  return (
    <Panel title={email.subject}>
      <Stack>
        <p className="ink-2">Кому: {email.address}</p>
        <Tabs
          label="Вид письма"
          value={form}
          onChange={setForm}
          tabs={[
            { value: 'html', label: 'Письмо' },
            { value: 'plain', label: 'Текст' },
            { value: 'headers', label: 'Заголовки' },
          ]}
        >
          {form === 'html' && <EmailFrame title={email.subject} html={email.html} />}
          {form === 'plain' && <pre className={styles.text}>{email.plain}</pre>}
          {form === 'headers' && (
            <pre className={styles.text}>
              {Object.entries(email.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            </pre>
          )}
        </Tabs>
      </Stack>
    </Panel>
  );
}

/** Opens its links in the window around it, and runs nothing. Trusted Types let no markup become an attribute, so it is a file. */
function EmailFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(new Blob([toPreview(html)], { type: 'text/html;charset=utf-8' }));
    frame.current?.setAttribute('src', address);
    return () => URL.revokeObjectURL(address);
  }, [html]);
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-top-navigation-by-user-activation"
      className={styles.frame}
    />
  );
}

/** Leaves out the email's style element, which has its dark form: the policy of this page refuses it. */
function toPreview(html: string): string {
  return html.replace('<head>', '<head><base target="_top">').replace(/<style>[^]*?<\/style>/, '');
}

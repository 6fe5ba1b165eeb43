import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { listMailings, MAX_MAILINGS } from '#contract/mailings.ts';
import { readMail } from '#contract/emails.ts';
import { withValues } from '../../lib/read-address.ts';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { isMailed } from '../../tables/query-to-mail.ts';
import type { Mailing, MailingSubject } from './mailing-choices.ts';
import { MailingForm } from './MailingForm.tsx';
import { MailingLine, type AskedOfMailing } from './MailingLine.tsx';
import { RemoveMailing } from './RemoveMailing.tsx';
import { MailingDeliveries } from './MailingDeliveries.tsx';
import { SentFile } from './SentFile.tsx';
import styles from './Mailings.module.css';

type Asked = { what: AskedOfMailing; of: Mailing } | { what: 'new' } | null;

/** Reports that come by mail by themselves. A list's «Присылать на почту» leads here with what it shows. */
export function Mailings() {
  const [search, setSearch] = useSearchParams();
  const given = subjectIn(search);
  // While a mailing is in progress, its status is polled.
  const read = useRead(
    listMailings,
    {},
    { refetchMs: (last) => (last?.data.some((item) => item.last?.state === 'waiting') ? 2000 : false) },
  );
  const mail = useRead(readMail);
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => {
    setAsked(null);
    if (given) setSearch(withValues(search, { new: null, view: null }), { replace: true });
  };
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data || mail.isPending) return <ListSkeleton count={3} label="Загружаются рассылки" />;
  const mailings = read.data.data;
  const isFull = mailings.length >= MAX_MAILINGS;
  const add = (
    <Button
      variant="primary"
      disabled={isFull}
      disabledReason={`Рассылок не больше ${MAX_MAILINGS}`}
      onClick={() => setAsked({ what: 'new' })}
    >
      Новая рассылка
    </Button>
  );
  const own = mail.data?.data;
  return (
    <Stack gap="3">
      <SentFile />
      {mailings.length === 0 ? (
        <EmptyState title="Отчёты будут приходить сами" action={add}>
          Выберите список или сводный отчёт, день и час: файл придёт на почту вам, бухгалтеру или партнёру.
        </EmptyState>
      ) : (
        <Panel title="Рассылки" variant="flush" action={add}>
          <ul className={styles.list}>
            {mailings.map((mailing) => (
              <MailingLine
                key={mailing.id}
                mailing={mailing}
                onAsk={(what) => setAsked({ what, of: mailing })}
              />
            ))}
          </ul>
        </Panel>
      )}
      {(asked?.what === 'new' || (given && !asked)) && (
        <MailingForm
          mailing={null}
          subject={given}
          email={own?.state === 'confirmed' ? (own.email ?? '') : ''}
          onClose={close}
        />
      )}
      {asked?.what === 'change' && <MailingForm mailing={asked.of} subject={null} email="" onClose={close} />}
      {asked?.what === 'sendings' && <MailingDeliveries mailing={asked.of} onClose={close} />}
      {asked?.what === 'remove' && <RemoveMailing mailing={asked.of} onClose={close} />}
    </Stack>
  );
}

function subjectIn(search: URLSearchParams): MailingSubject | null {
  const report = search.get('new') ?? '';
  return isMailed(report) ? { report, query: search.get('view') ?? '' } : null;
}

import type { ReactNode } from 'react';
import { listClientDeeds } from '#contract/companies/client-parts.ts';
import { addStaffNote, findClients, readClientFile, rereadRequisites } from '#contract/companies/clients.ts';
import { correctBalance } from '#contract/money/balance-corrections.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatMoney } from '../../../lib/format.ts';
import { counted } from '#contract/values/counted.ts';
import { useProposals } from '../../../staff/use-proposals.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { ClientCorrections } from './ClientCorrections.tsx';
import { Fact } from './ClientHero.tsx';
import { ClientKeys } from './ClientKeys.tsx';
import { ClientMailings } from './ClientMailings.tsx';
import { ClientOgrnForm } from './ClientOgrnForm.tsx';
import { ClientPeople } from './ClientPeople.tsx';
import { CorrectBalanceDialog } from './CorrectBalanceDialog.tsx';
import { RelatedClients } from './RelatedClients.tsx';
import type { ClientFile } from './client-file.ts';
import styles from './Clients.module.css';

/**
 * Shows what is needed about a client most often: money, credit, people, requisites, notes. `debt` is the panel about the
 * collection of his debt.
 */
export function ClientMain({ client, debt }: { client: ClientFile; debt: ReactNode }) {
  return (
    <div className={styles.columns}>
      <Stack gap="3">
        <MoneyPanel client={client} />
        <ClientCorrections companyId={client.id} />
        <CreditPanel client={client} />
        {debt}
        <RelatedClients companyId={client.id} />
        <RequisitesPanel client={client} />
      </Stack>
      <Stack gap="3">
        <ClientPeople client={client} />
        <ClientKeys companyId={client.id} />
        <ClientMailings companyId={client.id} />
        <NotesPanel client={client} />
      </Stack>
    </div>
  );
}

function MoneyPanel({ client }: { client: ClientFile }) {
  const { balances } = client;
  const { open, dialog } = useDialogs();
  const proposals = useProposals('client', 'staff.handleMoney', client.id);
  return (
    <Panel
      title="Где деньги"
      action={
        <Button
          size="small"
          onClick={() => open(CorrectBalanceDialog, client)}
          disabledReason={proposals.problem(correctBalance)}
        >
          Исправить баланс…
        </Button>
      }
    >
      <dl className={styles.facts}>
        {balances.partners.map((partner) => (
          <Fact key={partner.id} name={partner.title}>
            <Money value={partner.sum} />
          </Fact>
        ))}
        <Fact name="На картах">
          <Money value={balances.cards} />
        </Fact>
        <Fact name="В пути">
          <Money value={balances.in_transit} />
        </Fact>
      </dl>
      {dialog}
    </Panel>
  );
}

function CreditPanel({ client: { credit } }: { client: ClientFile }) {
  const { debt, history } = credit;
  return (
    <Panel title="Кредит">
      <Stack>
        {debt?.late && (
          <Notice tone="warn" title="Срок оплаты прошёл">
            Долг {formatMoney(debt.sum)} с <DateText value={debt.since} />.
          </Notice>
        )}
        <dl className={styles.facts}>
          <Fact name="Лимит">
            <Money value={credit.creditSum} />
          </Fact>
          <Fact name="Дней на оплату">{credit.creditDaysForPayment || 'Не заданы'}</Fact>
          <Fact name="Дней без оплаты">{credit.creditDaysWithoutPayment || 'Не заданы'}</Fact>
          {debt && (
            <Fact name="Использовано">
              <Money value={debt.sum} />
            </Fact>
          )}
          {debt?.pay_until && (
            <Fact name="Оплатить до">
              <DateText value={debt.pay_until} />
            </Fact>
          )}
        </dl>
        {history.length > 0 && (
          <Disclosure summary="История кредита">
            <ul className={styles.list}>
              {history.map((item) => (
                <li key={item.at}>
                  <span>
                    {formatMoney(item.creditSum)}, {counted(item.days, DAYS)} на оплату
                  </span>
                  <span className={styles.quiet}>
                    <DateText value={item.at} style="datetime" />
                    {item.by && `, ${item.by}`}
                  </span>
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </Stack>
    </Panel>
  );
}

const DAYS = ['день', 'дня', 'дней'] as const;

type Requisites = ClientFile['requisites']['history'][number]['before'];

function RequisitesPanel({ client: { id, requisites } }: { client: ClientFile }) {
  const problem = useStaffProblem('staff.serveClients');
  const action = useStaffAction(rereadRequisites, {
    name: 'Чтение реквизитов',
    refresh: [readClientFile, findClients, listClientDeeds],
    hasOwnNotice: true,
  });
  return (
    <Panel
      title="Реквизиты"
      action={
        <Button
          size="small"
          pending={action.isPending}
          onClick={() => action.mutate({ params: { id } })}
          disabled={problem !== null}
          disabledReason={problem ?? ''}
        >
          Прочитать из реестра
        </Button>
      }
    >
      <Stack>
        {action.error && <Notice tone="error">{action.error.message}</Notice>}
        {action.data && (
          <Notice tone="go">
            {action.data.data.changed ? 'Реквизиты обновлены по реестру' : 'В реестре всё так же, как здесь'}
          </Notice>
        )}
        <dl className={styles.facts}>
          <Fact name="Название" wide>
            {requisites.title}
          </Fact>
          <Fact name="КПП">{requisites.kpp ?? 'Нет'}</Fact>
          <Fact name="ОГРН">{requisites.ogrn ?? 'Нет'}</Fact>
          <Fact name="Адрес" wide>
            {requisites.address || 'Не указан'}
          </Fact>
        </dl>
        {requisites.ogrn === null && <ClientOgrnForm id={id} inn={requisites.inn} />}
        {requisites.history.length > 0 && (
          <Disclosure summary="История реквизитов">
            <ul className={styles.list}>
              {requisites.history.map((item) => (
                <li key={item.read_at}>
                  <span>{formatChange(item.before, item.after)}</span>
                  <span className={styles.quiet}>
                    <DateText value={item.read_at} style="datetime" />, {item.by}
                  </span>
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </Stack>
    </Panel>
  );
}

const REQUISITE_LABELS: Partial<Record<keyof Requisites, string>> = {
  title: 'название',
  kpp: 'КПП',
  ogrn: 'ОГРН',
  address: 'адрес',
};

function formatChange(before: Requisites, after: Requisites): string {
  const changed = Object.entries(REQUISITE_LABELS).flatMap(([name, label]) => {
    const [was, is] = [before[name as keyof Requisites], after[name as keyof Requisites]];
    return was === is ? [] : [`${label}: ${was || 'не было'} → ${is || 'нет'}`];
  });
  return changed.length > 0 ? changed.join('; ') : 'Без изменений';
}

function NotesPanel({ client: { id, notes } }: { client: ClientFile }) {
  const form = useForm({ values: { text: '' } });
  const { text } = form.values;
  const problem = useStaffProblem('staff.change');
  const action = useStaffAction(addStaffNote, {
    name: 'Заметка',
    refresh: [readClientFile, listClientDeeds],
  });
  return (
    <Panel title="Заметки">
      <Stack>
        <FormShell
          form={form}
          submitLabel="Добавить заметку"
          action={action}
          disabledReason={problem ?? (text.trim() ? null : 'Напишите заметку')}
          onSubmit={() =>
            action.mutate(
              { params: { id }, body: { text } },
              {
                onSuccess: () => {
                  form.reset();
                  action.reset();
                },
              },
            )
          }
        >
          <TextArea label="Новая заметка, клиент её не увидит" {...form.field('text')} maxLength={2000} />
        </FormShell>
        <ul className={styles.list}>
          {notes.map((note) => (
            <li key={note.id}>
              <span>{note.text}</span>
              <span className={styles.quiet}>
                <DateText value={note.created_at} style="datetime" />, {note.author}
              </span>
            </li>
          ))}
        </ul>
      </Stack>
    </Panel>
  );
}

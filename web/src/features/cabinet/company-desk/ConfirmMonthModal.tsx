import { useState } from 'react';
import {
  acceptUndecided,
  listUndecided,
  MAX_ACCEPTED_TOGETHER,
  MAX_DESK_COMPANIES,
  sendUndecidedCode,
} from '#contract/companies/company-desk.ts';
import { readCompanies } from '#contract/companies/own-companies.ts';
import { counted } from '#contract/values/counted.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { CodeMeaning } from '../../../forms/CodeMeaning.tsx';
import { FormShell, NO_REQUEST } from '../../../forms/FormShell.tsx';
import { SmsStep } from '../../../forms/SmsStep.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useToday } from '../../../lib/use-today.ts';
import { call, type CallAnswer } from '../../../server/client.ts';
import { useSession } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { useSmsCode } from '../../../state/use-sms-code.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { InfoModal } from '../../../ui/layers/InfoModal.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { DeskCompany } from './desk-columns.tsx';
import { listMonthOptions } from './month-options.ts';
import styles from './CompanyDesk.module.css';

type Undecided = CallAnswer<typeof listUndecided>['data'][number];

const COMPANY_FORMS = ['компания', 'компании', 'компаний'] as const;
const DOCUMENT_FORMS = ['документ', 'документа', 'документов'] as const;

type Props = { companies: readonly DeskCompany[]; onClose: () => void };

/**
 * Confirms a month of all chosen companies: first what waits in each, then a code for all that allow a shared one, then a code for
 * each other company, then the outcome.
 */
export function ConfirmMonthModal({ companies, onClose }: Props) {
  const [batches, setBatches] = useState<readonly (readonly Undecided[])[] | null>(null);
  const [done, setDone] = useState<CallAnswer<typeof acceptUndecided>['data']>([]);
  const [at, setAt] = useState(0);
  if (!batches) return <ChooseMonth companies={companies} onChoose={setBatches} onClose={onClose} />;
  const batch = batches[at];
  if (!batch) return <Summary batches={batches} done={done} onClose={onClose} />;
  return (
    <CodeStep
      key={at}
      batch={batch}
      step={batches.length > 1 ? `${at + 1} из ${batches.length}` : null}
      onDone={(answer) => {
        setDone([...done, ...answer]);
        setAt(at + 1);
      }}
      onSkip={() => setAt(at + 1)}
      onClose={onClose}
    />
  );
}

type ChooseMonthProps = Props & { onChoose: (batches: readonly (readonly Undecided[])[]) => void };

function ChooseMonth({ companies, onChoose, onClose }: ChooseMonthProps) {
  const months = listMonthOptions(useToday());
  const form = useForm({ values: { month: months[0]?.value ?? '' } });
  const ids = companies.map(({ id }) => id).join(',');
  const isTooMany = companies.length > MAX_DESK_COMPANIES;
  const query = { ids, month: form.values.month };
  const read = useRead(listUndecided, { query }, { enabled: !isTooMany });
  const batches = listBatches(read.data?.data ?? []);
  return (
    <FormModal
      form={form}
      action={NO_REQUEST}
      title={`Подтвердить документы: ${counted(companies.length, COMPANY_FORMS)}`}
      submitLabel="Получить код"
      disabledReason={
        isTooMany
          ? `За один раз не больше ${MAX_DESK_COMPANIES} компаний`
          : read.data && batches.length === 0
            ? 'За этот месяц подтверждать нечего'
            : read.data
              ? null
              : 'Документы загружаются'
      }
      onSubmit={() => onChoose(batches)}
      onClose={onClose}
    >
      <Select label="Месяц" {...form.field('month')} options={months} />
      <ReadFailed what="Документы не загрузились." reads={[read]} />
      {read.isLoading && <TextSkeleton count={3} />}
      {read.data && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll the list once it has the focus
        <ul className={styles.preview} aria-label="Что подтверждается" tabIndex={0}>
          {read.data.data.map((company) => (
            <li key={company.id}>
              <span>{company.title}</span>
              <span className="ink-2">{describeUndecided(company)}</span>
            </li>
          ))}
        </ul>
      )}
      {batches.length > 0 && (
        <p className="ink-2">
          {batches.length === 1
            ? 'Нужен один код.'
            : `Нужно кодов: ${batches.length}. Общий код разрешает администратор компании на странице «Доступ».`}
        </p>
      )}
    </FormModal>
  );
}

type CodeStepProps = {
  batch: readonly Undecided[];
  /** «2 из 5», where there are several codes. */
  step: string | null;
  onDone: (answer: CallAnswer<typeof acceptUndecided>['data']) => void;
  onSkip: () => void;
  onClose: () => void;
};

/** Asks for the code of one company, or of all that share one. */
function CodeStep({ batch, step, onDone, onSkip, onClose }: CodeStepProps) {
  const documents = batch.flatMap((company) => company.documents);
  const body = { companies: batch.map(({ id }) => id), ids: documents.map(({ id }) => id) };
  const action = useEndpointAction(acceptUndecided, {
    refresh: [readCompanies, listUndecided],
    answersFirst: true,
    left: { failed: 'Документы компаний не подтверждены' },
  });
  const send = () => call(sendUndecidedCode, { body });
  const sms = useSmsCode({ purpose: 'document' }, action, { send });
  const phone = useSession().profile?.masked_phone;
  const count = counted(body.ids.length, DOCUMENT_FORMS);
  const accept = (code: string) =>
    action.mutate({ body: { ...body, sms: code } }, { onSuccess: ({ data }) => onDone(data) });
  const name = batch.length === 1 ? batch[0]?.title : counted(batch.length, COMPANY_FORMS);
  const total = documents.reduce((sum, own) => sum + (own.sum ?? 0), 0);
  return (
    <Modal
      opened
      onClose={onClose}
      title={step ? `Подтверждение: код ${step}` : 'Подтверждение документов'}
      busy={action.isPending}
    >
      <FormShell
        submitLabel={`Подтвердить ${count}`}
        action={action}
        ownFields={['sms']}
        disabledReason={sms.code.length < 6 ? 'Введите код из СМС' : null}
        onSubmit={() => accept(sms.code)}
        secondary={
          step && (
            <Button variant="quiet" onClick={onSkip}>
              Пропустить
            </Button>
          )
        }
      >
        <CodeMeaning kinds={documents.map(({ kind }) => kind)} />
        <SmsStep
          confirms={`${count}: ${name}`}
          sumRubles={total || undefined}
          phone={phone}
          onComplete={accept}
          {...sms}
          action={action}
        />
      </FormShell>
    </Modal>
  );
}

type SummaryProps = {
  batches: readonly (readonly Undecided[])[];
  done: CallAnswer<typeof acceptUndecided>['data'];
  onClose: () => void;
};

/** Says what was confirmed, and names the companies in which something was left. */
function Summary({ batches, done, onClose }: SummaryProps) {
  const confirmed = new Set(done.flatMap((own) => own.confirmed));
  const left = batches.flat().filter(({ documents }) => documents.some(({ id }) => !confirmed.has(id)));
  return (
    <InfoModal title={left.length === 0 ? 'Документы подтверждены' : 'Подтверждены не все'} onClose={onClose}>
      <p>
        Подтверждено: {counted(confirmed.size, DOCUMENT_FORMS)}, {counted(done.length, COMPANY_FORMS)}.
      </p>
      {left.length > 0 && (
        <>
          <p>
            Здесь документы остались без подтверждения: код пропущен, есть возражение или документ отозван.
          </p>
          <ul className={styles.waiting}>
            {left.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </>
      )}
    </InfoModal>
  );
}

/** Lists what one code each confirms: the companies that allow a shared code, as many as it may name, and each other alone. */
function listBatches(companies: readonly Undecided[]): Undecided[][] {
  const waiting = companies.filter(({ code, documents }) => code !== null && documents.length > 0);
  const shared: Undecided[][] = [];
  let count = 0;
  for (const company of waiting.filter(({ code }) => code === 'shared')) {
    count += company.documents.length;
    const last = shared.at(-1);
    if (last && count <= MAX_ACCEPTED_TOGETHER) last.push(company);
    else {
      shared.push([company]);
      count = company.documents.length;
    }
  }
  return [...shared, ...waiting.filter(({ code }) => code === 'own').map((company) => [company])];
}

function describeUndecided({ documents, code, reason }: Undecided): string {
  if (documents.length === 0) return 'ничего не ждёт';
  const count = counted(documents.length, DOCUMENT_FORMS);
  if (code === null) return `${count}, не подтвердить: ${reason ?? ''}`;
  return code === 'own' ? `${count}, отдельный код` : count;
}

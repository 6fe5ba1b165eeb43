import { useState } from 'react';
import { counted } from '#contract/values/counted.ts';
import { amendStaleContracts, listStaleContracts, type StaleContract } from '#contract/papers/contracts.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { formatDate } from '../../../lib/format.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import styles from './ProgrammeParts.module.css';

const REFRESH_MS = 15_000;
const CONTRACT_FORMS = ['договор', 'договора', 'договоров'] as const;

/** Says how many contracts have earlier requisites, and offers additional agreements to them. */
export function StaleContracts() {
  const { show, dialog } = useDialogs();
  const problem = useStaffProblem('staff.runProgramme');
  const { data: read } = useRead(listStaleContracts, {}, { refetchMs: REFRESH_MS });
  const total = read?.meta.pagination.total ?? 0;
  if (!read || total === 0) return dialog;
  const { since } = read.meta;
  return (
    <Notice tone="warn" title={`С прежними реквизитами — ${counted(total, CONTRACT_FORMS)}`}>
      <Stack>
        <p>
          {since && `Реквизиты программы действуют с ${formatDate(since)}. `}
          Подписанные договоры сами не меняются: составьте к ним дополнительные соглашения.
        </p>
        <Row>
          <Button
            size="small"
            disabledReason={problem}
            onClick={() => show((onClose) => <AgreementsDialog onClose={onClose} />)}
          >
            Дополнительные соглашения
          </Button>
        </Row>
      </Stack>
      {dialog}
    </Notice>
  );
}

function AgreementsDialog({ onClose }: { onClose: () => void }) {
  const { data: read } = useRead(listStaleContracts);
  const action = useStaffAction(amendStaleContracts, {
    name: 'Дополнительные соглашения',
    refresh: [listStaleContracts],
  });
  const [left, setLeft] = useState<readonly number[]>([]);
  const contracts = read?.data ?? [];
  const total = read?.meta.pagination.total ?? 0;
  const chosen = contracts.map(({ company }) => company.id).filter((id) => !left.includes(id));
  // Those on further pages are meant only as long as all are chosen.
  const isAll = left.length === 0;
  const count = isAll ? total : chosen.length;
  const rest = total - contracts.length;
  const getProblem = (): string | null => {
    if (total === 0) return 'Прежних реквизитов больше нет';
    return count === 0 ? 'Выберите клиентов' : null;
  };
  return (
    <FormModal
      action={action}
      title={`Дополнительные соглашения: ${counted(count, CONTRACT_FORMS)}`}
      submitLabel="Составить соглашения"
      disabledReason={getProblem()}
      onSubmit={() => action.mutate({ body: isAll ? {} : { company_ids: chosen } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        В соглашении — прежние и сегодняшние реквизиты сторон; остальные условия договора не меняются. Каждый
        клиент получит уведомление и подпишет соглашение кодом из СМС, а если подключён ЭДО, получит его и
        там. Соглашения составляются по одному: со страницы можно уйти.
      </p>
      <ul className={styles.history} aria-label="Договоры с прежними реквизитами">
        {contracts.map((contract) => (
          <li key={contract.company.id}>
            <Checkbox
              label={contract.company.title}
              help={formatContract(contract)}
              checked={!left.includes(contract.company.id)}
              onChange={(isChosen) => {
                const { id } = contract.company;
                setLeft(isChosen ? left.filter((other) => other !== id) : [...left, id]);
              }}
            />
          </li>
        ))}
      </ul>
      {rest > 0 && isAll && <p className="ink-2">{`И ещё ${counted(rest, CONTRACT_FORMS)}.`}</p>}
    </FormModal>
  );
}

function formatContract({ number, date, changed }: StaleContract): string {
  const parties = changed.map((party) => (party === 'operator' ? 'программы' : 'клиента')).join(' и ');
  return `Договор № ${number}, реквизиты от ${formatDate(date)}; изменились реквизиты ${parties}`;
}

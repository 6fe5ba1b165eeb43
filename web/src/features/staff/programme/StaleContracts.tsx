import { counted } from '#contract/values/counted.ts';
import { listStaleContracts, renewStaleContracts } from '#contract/papers/contracts.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import styles from './ProgrammeParts.module.css';

const REFRESH_MS = 15_000;
const CONTRACT_FORMS = ['договор', 'договора', 'договоров'] as const;

/** Says how many contracts have requisites that are out of date, and offers their new editions. */
export function StaleContracts() {
  const { show, dialog } = useDialogs();
  const problem = useStaffProblem('staff.runProgramme');
  const { data: read } = useRead(listStaleContracts, {}, { refetchMs: REFRESH_MS });
  const total = read?.meta.pagination.total ?? 0;
  if (total === 0) return dialog;
  return (
    <Notice title={`Прежние реквизиты: ${counted(total, CONTRACT_FORMS)}`}>
      <Stack>
        <p>
          Новые реквизиты сами договоров не меняют. Выпустите новые редакции: клиенты увидят их среди
          документов.
        </p>
        <Row>
          <Button
            size="small"
            disabledReason={problem}
            onClick={() => show((onClose) => <RenewDialog onClose={onClose} />)}
          >
            Выпустить новые редакции
          </Button>
        </Row>
      </Stack>
      {dialog}
    </Notice>
  );
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const { data: read } = useRead(listStaleContracts);
  const action = useStaffAction(renewStaleContracts, {
    name: 'Новые редакции договоров',
    refresh: [listStaleContracts],
  });
  const contracts = read?.data ?? [];
  const total = read?.meta.pagination.total ?? 0;
  const rest = total - contracts.length;
  return (
    <FormModal
      action={action}
      title={`Выпустить новые редакции: ${counted(total, CONTRACT_FORMS)}?`}
      submitLabel="Выпустить"
      disabledReason={total === 0 ? 'Прежних реквизитов больше нет' : null}
      onSubmit={() => action.mutate({ body: {} }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        В редакции войдут сегодняшние реквизиты программы и клиента, принятое соглашение и цены. Каждый клиент
        получит уведомление и подпишет новую редакцию кодом из СМС, а если подключён ЭДО, получит её и там.
        Редакции делаются по одной: со страницы можно уйти.
      </p>
      <ol className={styles.history} aria-label="Договоры с прежними реквизитами">
        {contracts.map(({ company, number, edition, date }) => (
          <li key={company.id} className={styles.entry}>
            <p className={styles.when}>{company.title}</p>
            <p className="ink-2 type-small">
              {`Договор № ${number}, редакция ${edition} от `}
              <DateText value={date} />
              {`, станет редакция ${edition + 1}`}
            </p>
          </li>
        ))}
      </ol>
      {rest > 0 && <p className="ink-2">{`И ещё ${counted(rest, CONTRACT_FORMS)}.`}</p>}
    </FormModal>
  );
}

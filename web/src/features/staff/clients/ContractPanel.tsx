import { readClientContract, renewContract } from '#contract/papers/contracts.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import styles from './Clients.module.css';

/** The client's contract with its editions. Staff make the next one. */
export function ContractPanel({ companyId }: { companyId: number }) {
  const { show, dialog } = useDialogs();
  const problem = useStaffProblem('staff.runProgramme');
  const read = useRead(readClientContract, { params: { id: companyId } });
  const answer = read.data?.data;
  if (!answer && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!answer) return <CardSkeleton count={1} />;
  const { contract } = answer;
  const label = contract ? 'Новая редакция' : 'Составить договор';
  return (
    <Panel title={contract ? `Договор № ${contract.number}` : 'Договор'}>
      <Stack>
        {!contract && <p className={styles.quiet}>Договор с этим клиентом ещё не составлен.</p>}
        {contract && (
          <ul className={styles.list} aria-label="Редакции договора">
            {contract.editions.map(({ edition, agreement, date, document_id: id, signed }) => (
              <li key={id}>
                <span>
                  {agreement ? `Дополнительное соглашение № ${agreement} от ` : `Редакция ${edition} от `}
                  <DateText value={date} />
                </span>
                <span className={styles.quiet}>
                  {signed ? (
                    <>
                      {agreement ? 'Подписано' : 'Подписана'} клиентом{' '}
                      <DateText value={signed} style="datetime" />
                    </>
                  ) : (
                    'Клиент не подписал'
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
        <Row>
          <Button
            size="small"
            disabled={problem !== null}
            disabledReason={problem ?? ''}
            onClick={() =>
              show((onClose) => <RenewDialog companyId={companyId} label={label} onClose={onClose} />)
            }
          >
            {label}
          </Button>
        </Row>
      </Stack>
      {dialog}
    </Panel>
  );
}

function RenewDialog({
  companyId,
  label,
  onClose,
}: {
  companyId: number;
  label: string;
  onClose: () => void;
}) {
  const action = useStaffAction(renewContract, { name: 'Договор клиента', refresh: [readClientContract] });
  return (
    <FormModal
      action={action}
      title={`${label}?`}
      submitLabel={label}
      onSubmit={() => action.mutate({ params: { id: companyId }, body: {} }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        В договор войдут сегодняшние реквизиты сторон, принятое соглашение и цены. Клиент увидит его среди
        документов и подпишет кодом из СМС, а если подключён ЭДО, получит и там.
      </p>
    </FormModal>
  );
}

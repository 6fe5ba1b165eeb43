import { can } from '#contract/access.ts';
import { COST_CENTRE_MAX_LENGTH } from '#contract/fleet/card-groups.ts';
import { listOperations, type Operation } from '#contract/fuel/operations.ts';
import { assignPurchase, TRIP_NUMBER_MAX_LENGTH } from '#contract/fuel/purchase-assignment.ts';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useRole } from '../../../server/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useDialogs, type ItemDialog } from '../../../ui/use-dialogs.tsx';
import { nameOperation } from './operation-text.ts';
import styles from './OperationSheet.module.css';

/** Shows what a purchase was for, the trip and the cost centre, and lets the dispatcher change it. */
export function AssignmentFacts({ operation }: { operation: Operation }) {
  const { open, dialog } = useDialogs();
  const { cost_centre: costCentre, trip_number: tripNumber, type, status } = operation;
  const mayChange =
    can(useRole(), 'changeCard') &&
    type.id === OPERATION_TYPE.purchase &&
    status.id === OPERATION_STATUS.done;
  const isEntered = costCentre !== '' || tripNumber !== '';
  if (!isEntered && !mayChange) return null;
  return (
    <section aria-label="Рейс и центр затрат">
      <h3 className={styles.title}>Рейс и центр затрат</h3>
      <dl className={styles.facts}>
        {tripNumber && (
          <div>
            <dt>Номер рейса</dt>
            <dd>{tripNumber}</dd>
          </div>
        )}
        {costCentre && (
          <div>
            <dt>Центр затрат</dt>
            <dd>{costCentre}</dd>
          </div>
        )}
      </dl>
      {mayChange && (
        <Button
          size="small"
          aria-label={`${isEntered ? 'Изменить' : 'Указать'} рейс и центр затрат`}
          onClick={() => open(AssignModal, operation)}
        >
          {isEntered ? 'Изменить' : 'Указать'}
        </Button>
      )}
      {dialog}
    </section>
  );
}

const AssignModal: ItemDialog<Operation> = ({ item: operation, onClose }) => {
  const { id, group, cost_centre: costCentre, trip_number: tripNumber } = operation;
  const ofGroup = group?.cost_centre ?? '';
  // What is shown may be the code of the group, which stays there when nothing else is entered.
  const form = useForm({ values: { tripNumber, costCentre: costCentre === ofGroup ? '' : costCentre } });
  const action = useEndpointAction(assignPurchase, {
    refresh: [listOperations],
    left: { failed: 'Рейс и центр затрат не сохранены' },
  });
  const body = { trip_number: form.values.tripNumber, cost_centre: form.values.costCentre };
  return (
    <FormModal
      title="Рейс и центр затрат"
      form={form}
      submitLabel="Сохранить"
      action={action}
      onChange={action.reset}
      onSubmit={() => action.mutate({ params: { id }, body }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="ink-2">{nameOperation(operation)}</p>
      <TextField
        label="Номер рейса"
        optional
        autoComplete="off"
        {...form.field('tripNumber')}
        maxLength={TRIP_NUMBER_MAX_LENGTH}
      />
      <TextField
        label="Центр затрат"
        help={
          ofGroup
            ? `Пустое поле: центр затрат группы, ${ofGroup}`
            : 'Код для бухгалтерии: он будет в файлах операций и в реестре к УПД'
        }
        optional
        autoComplete="off"
        {...form.field('costCentre')}
        maxLength={COST_CENTRE_MAX_LENGTH}
      />
    </FormModal>
  );
};

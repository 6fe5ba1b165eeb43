import { ROLE_TITLE } from '#contract/access.ts';
import { createDelegation, listDelegations } from '#contract/companies/delegations.ts';
import { ROLE } from '#contract/ids.ts';
import { innProblem } from '#contract/values/inn.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { dayProblem } from '../../../forms/days/type-day.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { InnField } from '../../../forms/InnField.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { PhoneField } from '../../../forms/PhoneField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Select } from '../../../ui/fields/Select.tsx';

const EMPTY = { inn: '', role: String(ROLE.specialist), until: '', sum: '', phone: '' };
const WIRE = { role: 'role_id', sum: 'max_sum' };

const ROLES = [
  { value: String(ROLE.specialist), label: `${ROLE_TITLE.specialist}: смотрит и скачивает` },
  { value: String(ROLE.manager), label: `${ROLE_TITLE.manager}: ещё карты, деньги и документы` },
];

/** Lets an accounting firm in: by its INN, with a role, a term and the largest sum. A code from an SMS confirms it. */
export function LetFirmInDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ values: EMPTY, wire: WIRE });
  const { inn, role } = form.values;
  const action = useEndpointAction(createDelegation, {
    refresh: [listDelegations],
    left: { failed: `Доступ бухгалтерии не открыт: ИНН ${inn}` },
  });
  const isManager = role === String(ROLE.manager);
  return (
    <FormModal
      form={form}
      action={action}
      title="Доверить бухгалтерии"
      submitLabel="Открыть доступ"
      disabledReason={reasonAgainst(form.values)}
      onChange={action.reset}
      onSubmit={({ until, sum, phone }) =>
        action.mutate(
          {
            body: {
              inn,
              role_id: Number(role),
              until,
              max_sum: isManager ? sum : '',
              phone,
            },
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <InnField label="ИНН бухгалтерии" {...form.field('inn')} disabled={action.isPending} />
      <Select label="Роль" {...form.field('role')} options={ROLES} disabled={action.isPending} />
      {isManager && (
        <MoneyField
          label="Наибольшая сумма"
          optional
          help="Перевод, распределение или заявку дороже сделает только ваша компания. Пусто: любые суммы"
          {...form.field('sum')}
          readOnly={action.isPending}
        />
      )}
      <DayField label="Последний день" optional {...form.field('until')} readOnly={action.isPending} />
      <PhoneField
        label="Телефон руководителя бухгалтерии"
        optional
        help="Если бухгалтерии нет в программе: руководителю придёт приглашение"
        {...form.field('phone')}
        readOnly={action.isPending}
        autoComplete="off"
      />
      <p className="ink-2">
        Бухгалтерия сама назначит своих сотрудников. Вы увидите, кто и что сделал, и закончите доступ в любой
        момент.
      </p>
    </FormModal>
  );
}

function reasonAgainst({ inn, until }: typeof EMPTY): string | null {
  return innProblem(inn) ?? (until ? dayProblem(until) : null);
}

import { STAFF_ROLE_TITLE, STAFF_ROLES, type StaffRole } from '#contract/staff-access.ts';
import { Select } from '../../ui/Select.tsx';
import styles from '../../staff/StaffList.module.css';

/** What each role may do, in the words of a person who chooses one. */
const MEANS: Record<StaffRole, string> = {
  owner: 'Всё, и назначает роли.',
  operator: 'Заявки, документы, станции, работы, новости. Деньги только смотрит.',
  treasurer: 'Банк, кредит, тарифы, исправления, закрытие месяца.',
  support: 'Карты и бумаги одного клиента, ответы на возражения.',
  auditor: 'Видит всё, не меняет ничего.',
};

type Props = { value: StaffRole; onChange: (role: StaffRole) => void; disabled: boolean };

export function RoleChoice({ value, onChange, disabled }: Props) {
  return (
    <>
      <Select
        label="Роль"
        value={value}
        disabled={disabled}
        onChange={(role) => onChange(role as StaffRole)}
        options={STAFF_ROLES.map((role) => ({ value: role, label: STAFF_ROLE_TITLE[role] }))}
      />
      <p className={styles.quiet}>{MEANS[value]}</p>
    </>
  );
}

import { describeStaffRole, STAFF_ROLE_TITLE, STAFF_ROLES, type StaffRole } from '#contract/staff-access.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import styles from '../../../staff/StaffList.module.css';

type Props = {
  value: StaffRole;
  onChange: (role: StaffRole) => void;
  error: string | null;
  disabled: boolean;
};

export function RoleChoice({ value, onChange, error, disabled }: Props) {
  return (
    <>
      <Select
        label="Роль"
        value={value}
        disabled={disabled}
        onChange={onChange}
        error={error}
        options={STAFF_ROLES.map((role) => ({ value: role, label: STAFF_ROLE_TITLE[role] }))}
      />
      <p className={styles.quiet}>{describeStaffRole(value)}</p>
    </>
  );
}

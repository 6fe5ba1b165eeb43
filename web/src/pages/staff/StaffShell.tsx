import {
  IconBuildingBank,
  IconChecklist,
  IconFileAlert,
  IconHourglass,
  IconListSearch,
  IconScale,
} from '@tabler/icons-react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { logout } from '#contract/auth.ts';
import { call } from '../../api/client.ts';
import { clearSession, hasFuelAccess, useSession } from '../../api/session.ts';
import { useOperator } from '../../api/use-operator.ts';
import { CabinetLayout } from '../../layouts/CabinetLayout.tsx';
import { paths } from '../../paths.ts';

/** In the order of the navigation: `title` is shown there, `heading` over the page. */
const SECTIONS = [
  { to: paths.staff, title: 'Заявки', heading: 'Заявки на карты', Icon: IconChecklist },
  { to: paths.staffPayments, title: 'Платежи', heading: 'Платежи и выписки', Icon: IconBuildingBank },
  { to: paths.staffMovements, title: 'Движения', heading: 'Движения без ответа сети', Icon: IconHourglass },
  { to: paths.staffUnsettled, title: 'Разбор', heading: 'Ждут разбора', Icon: IconListSearch },
  { to: paths.staffEdm, title: 'ЭДО', heading: 'Недоставленные документы', Icon: IconFileAlert },
  { to: paths.staffReconciliation, title: 'Сверка', heading: 'Сверка учёта', Icon: IconScale },
];

/** The staff's pages: requests to approve, statements to load, payments that could not be placed. */
export default function StaffShell() {
  const place = useLocation().pathname.replace(/\/$/, '');
  const navigate = useNavigate();
  const operator = useOperator();
  const session = useSession();

  async function signOut() {
    await call(logout).catch(() => {});
    clearSession();
    void navigate(paths.login);
  }

  return (
    <CabinetLayout
      operatorName={operator.name}
      title={SECTIONS.find(({ to }) => to === place)?.heading ?? 'Сотрудникам программы'}
      nav={SECTIONS.map(({ to, title, Icon }) => ({
        to,
        title,
        icon: <Icon aria-hidden="true" stroke={1.75} />,
        current: place === to,
      }))}
      more={[
        ...(hasFuelAccess(session) ? [{ key: 'cabinet', label: 'Личный кабинет', to: paths.cabinet }] : []),
        { key: 'exit', label: 'Выйти', onSelect: () => void signOut() },
      ]}
    >
      <Outlet />
    </CabinetLayout>
  );
}

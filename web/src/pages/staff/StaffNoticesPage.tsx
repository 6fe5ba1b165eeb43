import { NoticeList } from '../../features/notices/NoticeList.tsx';

/** /staff/notices: the notices of a member of the staff, by their role. */
export default function StaffNoticesPage() {
  return <NoticeList ofStaff />;
}

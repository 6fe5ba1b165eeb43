import { NoticeList } from '../../features/notices/NoticeList.tsx';

/** /staff/notices: what a member of the staff was told, by his role. */
export default function StaffNoticesPage() {
  return <NoticeList ofStaff />;
}

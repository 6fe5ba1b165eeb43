import { NoticeList } from '../../features/notices/NoticeList.tsx';

/** /cabinet/notices: «Уведомления», the notices that the user has received. */
export default function NoticesPage() {
  return <NoticeList />;
}

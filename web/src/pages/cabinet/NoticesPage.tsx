import { NoticeList } from '../../features/notices/NoticeList.tsx';

/** /cabinet/notices: «Уведомления», what the person was told. */
export default function NoticesPage() {
  return <NoticeList />;
}

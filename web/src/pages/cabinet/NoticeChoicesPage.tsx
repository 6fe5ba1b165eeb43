import { NoticeChoices } from '../../features/notices/NoticeChoices.tsx';

/** /cabinet/notices/choices: what comes over which channel, and when. */
export default function NoticeChoicesPage() {
  return <NoticeChoices />;
}

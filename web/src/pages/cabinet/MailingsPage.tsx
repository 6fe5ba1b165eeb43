import { Mailings } from '../../features/mailings/Mailings.tsx';

/** /cabinet/mailings: reports that come by email automatically, for users who may read them. */
export default function MailingsPage() {
  return <Mailings />;
}

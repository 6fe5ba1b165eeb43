import { Mailings } from '../../features/mailings/Mailings.tsx';

/** /cabinet/mailings: reports that come by mail by themselves, for whoever may read them. */
export default function MailingsPage() {
  return <Mailings />;
}

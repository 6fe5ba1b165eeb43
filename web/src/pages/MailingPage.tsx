import { MailingByLink } from '../features/mailings/MailingByLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import styles from './SignPage.module.css';

/** `/mailing#token` and `/mailing?token=`: the page that the links in a report's emails open, without a sign-in. */
export default function MailingPage() {
  return (
    <PublicFrame title="Рассылка отчётов" actions={null}>
      <div className={styles.page}>
        <MailingByLink />
      </div>
    </PublicFrame>
  );
}

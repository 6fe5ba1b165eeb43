import { ConfirmMail } from '../features/account/mail/ConfirmMail.tsx';
import { Unsubscribe } from '../features/account/mail/Unsubscribe.tsx';
import { MailingByLink } from '../features/cabinet/mailings/MailingByLink.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import styles from './SignPage.module.css';

/** `/confirm-mail#token`: the page that the link in an email opens, on any device. */
export function ConfirmMailPage() {
  return (
    <PublicFrame title="Подтверждение почты" actions={null}>
      <div className={styles.page}>
        <ConfirmMail />
      </div>
    </PublicFrame>
  );
}

/** `/unsubscribe?token=`: without a sign-in. A mail program posts to the same address by itself. */
export function UnsubscribePage() {
  return (
    <PublicFrame title="Письма" actions={null}>
      <div className={styles.page}>
        <Unsubscribe />
      </div>
    </PublicFrame>
  );
}

/** `/mailing#token` and `/mailing?token=`: the page that the links in a report's emails open, without a sign-in. */
export function MailingPage() {
  return (
    <PublicFrame title="Рассылка отчётов" actions={null}>
      <div className={styles.page}>
        <MailingByLink />
      </div>
    </PublicFrame>
  );
}

import { ConfirmMail } from '../features/mail/ConfirmMail.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import styles from './SignPage.module.css';

/** `/confirm-mail#token`: the page that the link in an email opens, on any device. */
export default function ConfirmMailPage() {
  return (
    <PublicFrame title="Подтверждение почты" actions={null}>
      <div className={styles.page}>
        <ConfirmMail />
      </div>
    </PublicFrame>
  );
}

import { ConfirmMail } from '../features/mail/ConfirmMail.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import styles from './SignPage.module.css';

/** `/confirm-mail#token`: where the link in a letter leads, on whatever device it is opened. */
export default function ConfirmMailPage() {
  return (
    <PublicFrame title="Подтверждение почты" actions={null}>
      <div className={styles.page}>
        <ConfirmMail />
      </div>
    </PublicFrame>
  );
}

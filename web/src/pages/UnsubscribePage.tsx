import { Unsubscribe } from '../features/mail/Unsubscribe.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import styles from './SignPage.module.css';

/** `/unsubscribe?token=`: without a sign-in. A mail program posts to the same address by itself. */
export default function UnsubscribePage() {
  return (
    <PublicFrame title="Письма" actions={null}>
      <div className={styles.page}>
        <Unsubscribe />
      </div>
    </PublicFrame>
  );
}

import { IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { telHref } from '../lib/tel-href.ts';
import styles from './PublicLayout.module.css';

type Props = {
  phone: string;
  email: string;
  /** `9:00–19:00`, Moscow time. */
  supportHours?: string | undefined;
  chat?: ReactNode;
  /** Address for visitors and postal letters. */
  address?: string | undefined;
};

/** Shows how to reach the programme, at the foot of every page for visitors. */
export function SupportBlock({ phone, email, supportHours, chat, address }: Props) {
  return (
    <div className={styles.call}>
      <p className={styles.footerTitle}>Поддержка и продажи</p>
      {phone && (
        <a className={styles.bigPhone} href={telHref(phone)}>
          {phone}
        </a>
      )}
      {supportHours && <p className={styles.quiet}>{supportHours} по московскому времени</p>}
      {email && (
        <a className={styles.mail} href={`mailto:${email}`}>
          <IconMail aria-hidden="true" stroke={1.75} />
          {email}
        </a>
      )}
      {chat}
      {address && <p className={styles.quiet}>{address}</p>}
    </div>
  );
}

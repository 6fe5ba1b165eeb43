import type { EndpointData } from '#contract/endpoint.ts';
import type { listNotices } from '#contract/notices.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './NoticeList.module.css';

type OwnNotice = EndpointData<typeof listNotices>[number];

/** One notice: all of it is the link. */
export function NoticeRow({ notice, onOpen }: { notice: OwnNotice; onOpen: () => void }) {
  const { title, text, path, action, at, read } = notice;
  return (
    <li className={styles.item}>
      <AppLink to={path} className={styles.link} onClick={onOpen}>
        <span className={read ? styles.old : styles.fresh} aria-hidden="true" />
        <span className={styles.words}>
          <span className={styles.title}>
            {!read && <VisuallyHidden>Не прочитано: </VisuallyHidden>}
            {title}
          </span>
          <span className={styles.text}>{text}</span>
          <span className={styles.foot}>
            <DateText value={at} style="datetime" />
            <span>{action}</span>
          </span>
        </span>
      </AppLink>
    </li>
  );
}
